/**
 * Signs that a reader skips at the starts and ends of lines: the `> ` of a quotation, the hyphen of a broken word. Each
 * other reading has the length of the text, so its offsets are the text's own.
 */

/** The readings of a text other than "as written", usually none. Linear; if there are several, the last is the most complete. */
export function lineReadings(text: string): string[] {
  const unquoted = text.includes('>') ? text.replace(quotation, blanked) : text
  const readings = unquoted === text ? [] : [unquoted]
  if (!brokenWord.test(unquoted)) return readings
  // Both readings are possible: insi-der and insider, risk-free and riskfree.
  const joined = unquoted.replace(everyBrokenWord, passedOver)
  const hyphened = unquoted.replace(everyBrokenWord, (end) => end.charAt(0) + passedOver(end.slice(1)))
  return [...readings, hyphened, joined]
}

const quotation = /^[ \t]*>[> \t]*/gm
const broken = String.raw`(?<=\p{L})[-\u2010\u2011\u00ad][ \t]*(?:\r\n|\r|\n)[ \t]*(?=\p{L})`
const brokenWord = new RegExp(broken, 'u')
const everyBrokenWord = new RegExp(broken, 'gu')

const blanked = (found: string): string => ' '.repeat(found.length)
/** As characters that folding removes. */
const passedOver = (found: string): string => '\u00ad'.repeat(found.length)
