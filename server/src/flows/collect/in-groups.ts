/**
 * Makes an act of a group one of a single thing. What comes while a group is under way waits, and is the next group, in its order. All of a
 * group end as their group does.
 */
export function inGroups<Thing>(
  act: (group: readonly Thing[]) => Promise<void>,
): (one: Thing) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  let next: { readonly group: Thing[]; readonly ended: Promise<void> } | undefined
  return (one) => {
    if (next) {
      next.group.push(one)
      return next.ended
    }
    const group = [one]
    const ended = last.then(() => {
      next = undefined
      return act(group)
    })
    next = { group, ended }
    last = ended.catch(() => {})
    return ended
  }
}
