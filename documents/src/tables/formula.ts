/** What a spreadsheet reads as the beginning of a formula, also in full width. Pages have the same in `client/src/csv-text.ts`. */
export const formulaStart = /^[=+\-@\t\r＝＋－＠]/
