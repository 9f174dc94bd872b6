// @ts-check
// What a wager under a pay table is called, and its place on the page.

/** @param {Wire.ParWager} wager */
export const keyOf = ({ wager, pay_table: table }) => (table ? `${wager}-${table}` : wager);

/** @param {Wire.ParWager} wager */
export const nameOf = ({ name, pay_table: table }) => (table ? `${name} ${table}` : name);
