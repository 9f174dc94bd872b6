// @ts-check
// Cards that move to their new place.
// Here: the motion. Not here: what is drawn. Without motion everything appears at once.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Change the page and let every element that keeps its data-glide move from its old place to its new one.
 * @param {Element} root
 * @param {() => void} change
 */
export function glide(root, change) {
  if (calm.matches || document.visibilityState !== "visible") return change();
  const gliding = () => /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-glide]"));
  const before = new Map([...gliding()].map((element) => [element.dataset.glide, element.getBoundingClientRect()]));
  change();
  for (const element of gliding()) {
    const from = before.get(element.dataset.glide);
    const to = element.getBoundingClientRect();
    if (!from || (Math.abs(from.x - to.x) < 1 && Math.abs(from.y - to.y) < 1)) continue;
    const start = { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` };
    element.animate([start, { transform: "none" }], { duration: 150, easing: "cubic-bezier(.2,.8,.3,1)" });
  }
}
