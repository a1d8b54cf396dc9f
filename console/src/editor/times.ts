const clock = (quarters: number) =>
  [Math.floor(quarters / 4), (quarters % 4) * 15].map((part) => String(part).padStart(2, '0')).join(':')

/** Every quarter of an hour, up to the end of the day. */
export const times = Array.from({ length: 24 * 4 + 1 }, (_, quarters) => clock(quarters))
