/* <tap-order>: the names of a form's places to tap in the order of finish; each tap fills the next place in. */
(() => {
  "use strict";

  class TapOrder extends HTMLElement {
    connectedCallback() {
      this.selects = [...this.closest("form").querySelectorAll("select[data-name]")];
      const hint = Object.assign(document.createElement("p"), { textContent: this.dataset.hint });
      this.names = document.createElement("div");
      this.names.className = "taporder__names";
      this.selects.forEach((select) => this.names.append(this.#key(select)));
      const clear = this.#button(this.dataset.clear, "button button--quiet button--small");
      clear.addEventListener("click", () => this.#clear());
      this.append(hint, this.names, clear);
      this.closest("form").addEventListener("change", () => this.#show());
      this.#show();
    }

    #button(text, kind) {
      return Object.assign(document.createElement("button"), { type: "button", textContent: text, className: kind });
    }

    #key(select) {
      const key = this.#button(select.dataset.name, "button taporder__name");
      key.addEventListener("click", () => {
        if (!select.value) select.value = String(1 + this.selects.filter((other) => Number(other.value)).length);
        else select.value = "";
        this.#show();
      });
      return key;
    }

    #clear() {
      this.selects.forEach((select) => { select.value = ""; });
      this.#show();
    }

    #show() {
      [...this.names.children].forEach((key, at) => {
        const place = Number(this.selects[at].value);
        key.textContent = (place ? `${place}. ` : "") + this.selects[at].dataset.name;
        key.classList.toggle("button--flame", Boolean(place));
        key.setAttribute("aria-pressed", String(Boolean(place)));
      });
    }
  }

  customElements.define("tap-order", TapOrder);
})();
