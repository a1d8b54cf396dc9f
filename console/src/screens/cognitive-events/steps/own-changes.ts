/**
 * The reader's own changes of events in the order of the keys, with those that are still being saved: U undoes the one that
 * was made last, not the one that was answered last.
 */
import type { QueryClient } from '@tanstack/react-query'

/** Its key for undoing it, once it is saved; undefined if nothing was changed. */
type OwnChange = Promise<string | undefined>

const ownChanges = ['own-event-changes'] as const

/** @returns The answer of `saving`, whose change can be undone from now on. */
export async function noteChange<Answer>(
  queryClient: QueryClient,
  saving: Promise<Answer>,
  changeOf: (answer: Answer) => string | undefined,
): Promise<Answer> {
  const change = saving.then(changeOf, () => undefined)
  write(queryClient, (known) => [...known, change])
  if ((await change) === undefined) forget(queryClient, change)
  return saving
}

/**
 * The named change, or the last one. It is taken off at once: the next U undoes the one before.
 * @returns undefined if there is none
 */
export async function takeChange(
  queryClient: QueryClient,
  named?: string,
): Promise<{ readonly change: OwnChange } | undefined> {
  const known = queryClient.getQueryData<readonly OwnChange[]>(ownChanges) ?? []
  const change = named === undefined ? known.at(-1) : known[(await Promise.all(known)).indexOf(named)]
  if (!change) return undefined
  forget(queryClient, change)
  return { change }
}

/** Puts a change back that could not be undone. */
export function returnChange(queryClient: QueryClient, change: OwnChange): void {
  write(queryClient, (known) => [...known, change])
}

function forget(queryClient: QueryClient, change: OwnChange): void {
  write(queryClient, (known) => known.filter((one) => one !== change))
}

function write(
  queryClient: QueryClient,
  update: (known: readonly OwnChange[]) => readonly OwnChange[],
): void {
  // No component observes the list; by default it would be dropped minutes after its first change.
  queryClient.setQueryDefaults(ownChanges, { gcTime: Infinity })
  void queryClient.setQueryData<readonly OwnChange[]>(ownChanges, (known = []) => update(known))
}
