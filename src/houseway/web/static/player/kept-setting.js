// @ts-check
// A half-made setting, kept through a reload.
// Here: storing it in this tab under the player, the round and the hand. Not here: making it (`setting`). What somebody
// else left in the same tab is deleted, not read.

const KEY = "houseway.setting";

/** @typedef {{who: string, hand: string, low: string[], houseWay: boolean}} KeptSetting */

/** @param {KeptSetting} setting */
export function keepSetting(setting) {
  sessionStorage.setItem(KEY, JSON.stringify(setting));
}

/** There is no hand to set, or it is set. */
export function forgetSetting() {
  sessionStorage.removeItem(KEY);
}

/**
 * The low hand that this player had begun for this hand, or nothing.
 * @param {string} who
 * @param {string} hand
 * @param {string[]} cards the cards of the hand
 * @returns {KeptSetting | null}
 */
export function keptSetting(who, hand, cards) {
  try {
    const kept = /** @type {KeptSetting} */ (JSON.parse(sessionStorage.getItem(KEY) ?? "null"));
    if (kept?.who === who && kept.hand === hand && kept.low.every((card) => cards.includes(card))) return kept;
  } catch {
    // it is not one of ours
  }
  forgetSetting();
  return null;
}
