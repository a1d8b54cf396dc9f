/** How much a theme stands out in a period. Pure. */

const weekDays = 7
/** Shorter periods are looked at by days. */
const fewestWeeks = 4

/**
 * The messages of a theme beyond those that it would have if its share of all messages were the same all the time: by weeks, of a short period by
 * days. A subject of every week ranks low, however many its messages; a subject of some weeks ranks high.
 * @param series Its messages by day.
 * @param all All messages by day, of the same days.
 */
export function standingOut(series: readonly number[], all: readonly number[]): number {
  const step = series.length >= fewestWeeks * weekDays ? weekDays : 1
  const share = sum(series) / Math.max(1, sum(all))
  let beyond = 0
  for (let at = 0; at < series.length; at += step)
    beyond += Math.max(0, sum(series.slice(at, at + step)) - share * sum(all.slice(at, at + step)))
  return beyond
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
