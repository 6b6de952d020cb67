/* What a page may say over its socket: a little less than the server's guard allows, which closes the socket of
   whoever says more. The rest gives a slow line room to deliver several messages at once. */
"use strict";

class Budget {
  static A_SECOND = 2.5;
  static BURST = 12;

  constructor() { this.renew(); }
  renew() { this.left = Budget.BURST; this.counted = performance.now(); }   // the guard counts anew for each socket
  refill() {
    const now = performance.now();
    this.left = Math.min(Budget.BURST, this.left + (now - this.counted) / 1000 * Budget.A_SECOND);
    this.counted = now;
  }
  /* How long until there is a message to spend with `kept` left over, in ms. */
  wait(kept = 0) {
    this.refill();
    return Math.max(0, kept + 1 - this.left) / Budget.A_SECOND * 1000;
  }
  spend(kept = 0) {
    if (this.wait(kept)) return false;
    this.left--;
    return true;
  }
}

/* A question that is asked with every tap, of which only the newest matters: it waits for the answer to the one
   before and for the budget, and leaves some of that to commands. */
class Newest {
  static KEPT = 3;
  static PATIENCE = 2500;   // ms, after which an answer comes no more

  constructor(budget, send) { Object.assign(this, { budget, send }); this.forget(); }
  drop() { this.question = null; }
  forget() { this.drop(); this.until = 0; }
  ask(question) { this.question = question; this.go(); }
  answered() { this.until = 0; this.go(); }
  go() {
    clearTimeout(this.timer);
    if (this.question === null) return;
    const now = performance.now(), wait = Math.max(this.until - now, this.budget.wait(Newest.KEPT));
    if (wait > 0) { this.timer = setTimeout(() => this.go(), Math.ceil(wait)); return; }
    this.budget.spend(Newest.KEPT);
    this.until = now + Newest.PATIENCE;
    const question = this.question;
    this.question = null;
    this.send(question);
  }
}
