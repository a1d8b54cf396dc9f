import { treeOf } from '#access/tree.ts'
import { changing, signInToConsole, test, type Tour, tour, tourAll } from '#screens/tour.ts'
import { expect } from '#world.ts'

/** How many rows of the whole audit trail are folded into one depends on how fast the run was; `audit-filtered` has its tree. */
const restless = new Set(['audit'])

/** Compares each screen with its golden file, which `npm run trees` writes. */
const compare = (given: Tour) =>
  tour(given, async ({ name }) => {
    if (!restless.has(name)) expect.soft(await treeOf(given.page)).toMatchSnapshot(`${name}.yml`)
  })

test('the accessibility tree of every screen is that of its golden file', async ({
  page,
  small,
  story,
  browser,
}) => {
  test.setTimeout(600_000)
  await tourAll({ page, small, story, browser }, compare)
})

test('the tree of every screen on which a user acts is that of its golden file', async ({
  page,
  small,
  story,
}) => {
  test.setTimeout(300_000)
  await compare({ page, small, some: changing.outside })
  await signInToConsole(story, page, small)
  await compare({ page, small, some: changing.console })
})
