/** Works on `things` in parallel lanes; each lane takes the next thing when it finishes one. */
export async function inLanes<Thing>(
  things: Iterable<Thing>,
  lanes: number,
  work: (thing: Thing, lane: number) => Promise<void>,
): Promise<void> {
  const next = things[Symbol.iterator]()
  const run = async (lane: number) => {
    for (let { done, value } = next.next(); !done; { done, value } = next.next()) await work(value, lane)
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
}
