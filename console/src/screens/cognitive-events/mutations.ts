import { useIsMutating, useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query'
import { notifyAuthor } from '@verbatim/contract/author-notices.ts'
import { addEventComment } from '@verbatim/contract/event-comments.ts'
import {
  assignEvent,
  type CognitiveEvent,
  type CognitiveEventDetail,
  type StatusChange,
  undoEventStatuses,
  updateEventStatus,
  updateEventStatuses,
} from '@verbatim/contract/cognitive-events.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { EventId, FileId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useIsShown } from '@verbatim/ui/use-is-shown.ts'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useAct } from '#shell/use-act.ts'
import { useApi } from '#shell/use-app-context.ts'
import { subjectOf } from '#screens/cognitive-events/steps/done-words.ts'
import { noteChange, returnChange, takeChange } from '#screens/cognitive-events/steps/own-changes.ts'
import { eventQuery } from './queries.ts'
import { undoneWords } from '#screens/cognitive-events/steps/undone-words.ts'

type Versioned = Pick<CognitiveEvent, 'id' | 'version'>

/** Reloads everything that shows events, and waits for it. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['cognitive-events'] })
}

/** Shows the answer of a change at once, and reloads everything else. */
function useKeep() {
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  const api = useApi()
  return (event: CognitiveEventDetail) => {
    queryClient.setQueryData(eventQuery(api, event.id).queryKey, event)
    queryClient.setQueriesData<Page<CognitiveEvent>>(
      { queryKey: ['cognitive-events', 'list'] },
      (page) => page && { ...page, items: page.items.map((row) => (row.id === event.id ? event : row)) },
    )
    void refresh()
  }
}

/** The latest change of an event. */
export function changeOf({ history }: CognitiveEventDetail): string | undefined {
  return history.findLast(({ kind }) => kind === 'status' || kind === 'assigned')?.changeId
}

/**
 * A mutation whose changes are noted at once, because the library saves a little later: a U that was held with this key undoes
 * this change.
 */
function useNoted<Answer, Asked>(
  options: UseMutationOptions<Answer, Error, Asked>,
  changeIn: (answer: Answer) => string | undefined,
) {
  const queryClient = useQueryClient()
  const { mutateAsync, ...mutation } = useMutation(options)
  return {
    ...mutation,
    mutateAsync: (asked: Asked) => noteChange(queryClient, mutateAsync(asked), changeIn),
  }
}

/** Moves an event one step, based on the version that the user saw. The caller shows failures. */
export function useTakeStep() {
  const api = useApi()
  const keep = useKeep()
  const refresh = useRefresh()
  return useNoted(
    {
      mutationFn: ({ event: { id, version }, change }: { event: Versioned; change: StatusChange }) =>
        api(updateEventStatus, { params: { id }, body: { ...change, expectedVersion: version } }),
      onSuccess: keep,
      // Someone else acted first: shows what they did.
      onError: refresh,
    },
    changeOf,
  )
}

/** Mails a note to the author. The caller shows failures. */
export const useNotifyAuthor = () =>
  useAct({
    call: (api, { id, note, again }: { id: EventId; note: string; again: boolean }) =>
      api(notifyAuthor, { params: { id }, body: { note, again } }),
    touches: ['cognitive-events'],
  })

/** Assigns an event to a user, or removes the assignee. */
export function useAssign() {
  const api = useApi()
  const keep = useKeep()
  const refresh = useRefresh()
  const tellDone = useTellDone()
  const tellFailure = useTellFailure()
  const { mutateAsync, isPending } = useNoted(
    {
      mutationFn: ({ event: { id, version }, assigneeId }: Assignment) =>
        api(assignEvent, { params: { id }, body: { assigneeId, expectedVersion: version } }),
      onSuccess: keep,
      onError: refresh,
    },
    changeOf,
  )
  const assign = (assignment: Assignment) =>
    void mutateAsync(assignment).then(
      (after) => {
        tellDone(after.assignee ? `Assigned to ${after.assignee.name}` : 'Unassigned', {
          changeId: changeOf(after),
          message: subjectOf(after),
        })
      },
      (error: unknown) => tellFailure(error, assignment.event),
    )
  return { assign, isPending }
}

interface Assignment {
  readonly event: CognitiveEvent
  readonly assigneeId: UserId | null
}

type Many = Omit<InputOf<typeof updateEventStatuses>['body'], 'change'>

interface Steps {
  readonly which: Many
  readonly query: Record<string, string>
  readonly change: StatusChange
}

/** Moves many events by the same step. The caller shows failures. */
export function useTakeSteps() {
  const api = useApi()
  const refresh = useRefresh()
  return useNoted(
    {
      mutationFn: ({ which, query, change }: Steps) =>
        api(updateEventStatuses, { query: which.all ? query : {}, body: { ...which, change } }),
      onSuccess: refresh,
      onError: refresh,
    },
    ({ changeId, changed }) => (changed > 0 ? changeId : undefined),
  )
}

/** Shows what was done, and offers an undo. */
export function useTellDone() {
  const toast = useToast()
  const undo = useUndo()
  return (title: string, { changeId, message }: { changeId: string | undefined; message?: string }) => {
    toast({
      tone: 'done',
      title,
      series: 'changes',
      ...(message && { message }),
      ...(changeId && { action: { label: 'Undo', act: () => undo(changeId) } }),
    })
  }
}

const undoing = { mutationKey: ['undo-event-changes'] }

/** Whether something is being undone or, undone, is not drawn yet. Called at any moment, it says so for that moment. */
export function useIsUndoing(): () => boolean {
  const queryClient = useQueryClient()
  // Draws again when it ends.
  useIsMutating(undoing)
  return () => queryClient.isMutating(undoing) > 0
}

/** Undoes the named change, or the reader's last one, if the event has not changed since. One after the other. */
export function useUndo(): (changeId?: string) => void {
  const api = useApi()
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  const toast = useToast()
  const tellFailure = useTellFailure()
  const draw = useMutation({
    ...undoing,
    mutationFn: async () => {
      // What is out of sight still says that it is decided on: opened again, it is loaded first.
      for (const queryKey of [['cognitive-events'], ['ahead', 'cognitive-events']])
        queryClient.removeQueries({ queryKey, type: 'inactive' })
      await refresh()
    },
  })
  const { mutate } = useMutation({
    ...undoing,
    scope: { id: 'undo-event-changes' },
    mutationFn: async ({ taken }: { taken: ReturnType<typeof takeChange> }) => {
      const { change } = (await taken) ?? {}
      const changeId = await change
      if (!change || changeId === undefined) return undefined
      try {
        return await api(undoEventStatuses, { body: { changeId } })
      } catch (error) {
        returnChange(queryClient, change)
        throw error
      }
    },
    onSuccess: (undone) => {
      toast(undone ? undoneWords(undone) : { tone: 'failed', title: 'There is nothing to undo' })
      // The next one need not wait for it.
      if (undone) draw.mutate()
    },
    onError: (error) => tellFailure(error),
  })
  // Taken with the key, not when it is its turn: what is decided meanwhile stays.
  return (changeId) => mutate({ taken: takeChange(queryClient, changeId) })
}

/** Shows a failure, once. It names the event, because the reader may be on another one by now. */
export function useTellFailure(): (error: unknown, event?: CognitiveEvent, more?: string) => void {
  const tellFailure = useFailureToast()
  const title = 'Nothing was changed'
  return (error, event, more) => tellFailure(event ? `${title}: ${subjectOf(event)}` : title, error, more)
}

interface NewComment {
  readonly comment: string
  readonly fileIds: FileId[]
  readonly mentions: UserId[]
}

/**
 * Adds a comment with the files that were uploaded for it. The caller shows a failure while it is on the screen. It is pending for
 * every field of this event, so that nothing is sent twice.
 * @param onAdded Called also if the field is gone by then.
 */
export function useAddComment(event: CognitiveEvent, onAdded: (added: NewComment) => void) {
  const api = useApi()
  const refresh = useRefresh()
  const isShown = useIsShown()
  const tellFailure = useFailureToast()
  const adding = { mutationKey: ['add-event-comment', event.id] }
  const { mutate, error } = useMutation({
    ...adding,
    mutationFn: ({ fileIds, mentions, comment }: NewComment) =>
      api(addEventComment, {
        body: {
          eventId: event.id,
          comment,
          ...(fileIds.length > 0 && { fileIds }),
          ...(mentions.length > 0 && { mentions }),
        },
      }),
    onSuccess: (_, added) => onAdded(added),
    onError: (failure) => {
      if (!isShown()) tellFailure(`Your comment was not added: ${subjectOf(event)}`, failure)
    },
    onSettled: refresh,
  })
  return { mutate, error, isPending: useIsMutating(adding) > 0 }
}
