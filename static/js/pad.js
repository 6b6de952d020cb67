/* <card-pad>: the cards left in a hand, tapped one by one, or their points. What each is worth and how many there are
   stands on the keys. `value` is "7 7 S WD" or a number; `taken` are cards that others hold; "change" tells of both.
   In a form it sends the value under its input's name. */
(() => {
  "use strict";

  class CardPad extends HTMLElement {
    #cards = [];
    #taken = {};
    #ready = false;

    connectedCallback() {
      if (this.#ready) return;
      this.#ready = true;
      this.input = this.querySelector("input");
      this.keys = new Map([...this.querySelectorAll("[data-card]")].map((key) => [key.dataset.card, key]));
      this.sent = this.#hiddenField();
      this.addEventListener("click", (event) => this.#pressed(event.target.closest("button")));
      this.addEventListener("keydown", (event) => this.#typed(event));
      this.input.addEventListener("input", () => { this.#cards = []; this.#changed(); });
      this.value = this.input.value;
    }

    #hiddenField() {
      if (!this.input.name) return null;
      const field = Object.assign(document.createElement("input"), { type: "hidden", name: this.input.name });
      this.input.removeAttribute("name");
      this.append(field);
      return field;
    }

    get value() {
      if (this.#cards.length) return this.#cards.join(" ");
      return /^\d+$/.test(this.input.value) ? Number(this.input.value) : "";
    }

    set value(hand) {
      const words = typeof hand === "string" ? hand.split(" ").filter((word) => this.keys.has(word)) : [];
      this.#cards = words;
      this.input.value = words.length || hand === "" ? "" : String(hand);
      this.#show();
    }

    get points() { return this.worth(this.value); }

    set taken(cards) { this.#taken = cards; this.#show(); }

    /* What a hand is worth in points. */
    worth(hand) {
      if (typeof hand === "number") return hand;
      return hand.split(" ").reduce((sum, word) => sum + Number(this.keys.get(word)?.dataset.points ?? 0), 0);
    }

    #left(word) {
      const held = this.#cards.filter((card) => card === word).length + (this.#taken[word] ?? 0);
      return Number(this.keys.get(word).dataset.most) - held;
    }

    #pressed(button) {
      if (!button) return;
      if (button.dataset.card) this.#add(button.dataset.card);
      else if (button.hasAttribute("data-back")) this.#back();
    }

    #typed(event) {
      if (event.target === this.input || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Backspace") this.#back();
      else if (this.keys.has(event.key.toUpperCase())) this.#add(event.key.toUpperCase());
      else return;
      event.preventDefault();
    }

    #add(word) {
      if (this.#left(word) < 1) return;
      this.input.value = "";
      this.#cards.push(word);
      this.#changed();
    }

    #back() {
      if (this.#cards.length) this.#cards.pop();
      else this.input.value = "";
      this.#changed();
    }

    #changed() {
      this.#show();
      this.dispatchEvent(new Event("change", { bubbles: true }));
    }

    #show() {
      const list = this.querySelector("[data-pad-cards]");
      list.replaceChildren(...this.#cards.map((word) => {
        const card = document.createElement("span");
        card.className = "pad__card";
        card.append(this.keys.get(word).querySelector(".pad__face").cloneNode(true));
        return card;
      }));
      list.scrollLeft = list.scrollWidth;
      this.querySelector("[data-pad-points]").textContent = this.points;
      // Greyed, not disabled: a thumb that is too quick must not lose its place.
      this.keys.forEach((key, word) => key.setAttribute("aria-disabled", this.#left(word) < 1));
      if (this.sent) this.sent.value = this.value;
    }
  }

  customElements.define("card-pad", CardPad);
})();
