/** A week that was counted, with the one before it, for tests of what shows figures. */
export const countedWeek = {
  from: '2026-11-01',
  to: '2026-11-07',
  previousFrom: '2026-10-25',
  previousTo: '2026-10-31',
  zone: 'UTC',
  asOf: '2026-11-08T09:00:00.000Z',
  days: Array.from({ length: 7 }, (_, at) => `2026-11-0${at + 1}`),
}
