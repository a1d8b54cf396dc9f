/** Hours and days of coverage, in UTC. */
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The start of the hour or the day of a time in milliseconds. */
export const hourOf = (ms: number) => Math.floor(ms / hourMs) * hourMs
export const dayOf = (ms: number) => Math.floor(ms / dayMs) * dayMs

/** Where an organization's history begins: its initial history date, by default the day of its founding. */
export const beginningOf = ({ history, founded }: { history: string | null; founded: Date }) =>
  history ? Date.parse(`${history}T00:00:00Z`) : dayOf(founded.getTime())
