/**
 * For a `Popover` that keeps the focus. The library hides a panel whose button is scrolled out of sight, also because the
 * window shrinks, and the focus falls to the page behind it. This one stays in sight until it is closed.
 */
export const keptInSight = {
  hideDetached: false,
  middlewares: {
    shift: {
      padding: 16,
      crossAxis: true,
      limiter: { fn: ({ x, y }: { x: number; y: number }) => ({ x, y }) },
    },
  },
}
