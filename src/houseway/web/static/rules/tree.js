// @ts-check
// The clauses of a house way as a tree: every clause stands under the one it is an exception to.
// Here: the tree. Not here: drawing it. A clause that is an exception to several stands under the first of them, or
// under each: so it is found wherever somebody reads.

/** @typedef {{clause: Wire.PrintedClause, exceptions: Branch[]}} Branch */

/**
 * @param {Wire.PrintedClause[]} clauses
 * @param {{everywhere?: boolean}} [how]
 * @returns {Branch[]}
 */
export function treeOf(clauses, { everywhere = false } = {}) {
  const known = new Set(clauses.map(({ clause }) => clause));
  /** @param {Wire.PrintedClause} clause */
  const above = ({ exception_to: to }) => {
    const found = to.filter((one) => known.has(one));
    return found.length ? (everywhere ? found : found.slice(0, 1)) : [""];
  };
  /**
   * @param {string} under
   * @returns {Branch[]}
   */
  const grow = (under) =>
    clauses
      .filter((clause) => above(clause).includes(under))
      .map((clause) => ({ clause, exceptions: grow(clause.clause) }));
  return grow("");
}
