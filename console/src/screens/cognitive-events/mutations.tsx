import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import {
  addEventComment,
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
import { numberText } from '@verbatim/ui/dates.ts'
import { useApi } from '#shell/use-house.ts'
import { eventQuery } from './queries.ts'
import { UndoLine } from './UndoLine.tsx'

type Versioned = Pick<CognitiveEvent, 'id' | 'version'>

/** Everything that shows events looks again, and waits until it has. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['cognitive-events'] })
}

/** Keeps what a change answered, and has the lists read anew. */
function useKeep() {
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  const api = useApi()
  return (event: CognitiveEventDetail) => {
    queryClient.setQueryData(eventQuery(api, event.id).queryKey, event)
    return refresh()
  }
}

/** Takes an event one step, decided on the version that was seen. Failures are told by whoever asked. */
export function useTakeStep() {
  const api = useApi()
  const keep = useKeep()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ event: { id, version }, change }: { event: Versioned; change: StatusChange }) =>
      api(updateEventStatus, { params: { id }, body: { ...change, expectedVersion: version } }),
    onSuccess: keep,
    // Somebody else was faster: what they did is shown.
    onError: refresh,
  })
}

export function useAssign() {
  const api = useApi()
  const keep = useKeep()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ event, assigneeId }: { event: Versioned; assigneeId: UserId | null }) =>
      api(assignEvent, { params: { id: event.id }, body: { assigneeId, expectedVersion: event.version } }),
    onSuccess: keep,
    onError: (error) => {
      tellFailure(error)
      return refresh()
    },
  })
}

type Many = Omit<InputOf<typeof updateEventStatuses>['body'], 'change'>

/** Takes many events the same step. Failures are told by whoever asked. */
export function useTakeSteps() {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({
      which,
      query,
      change,
    }: {
      which: Many
      query: Record<string, string>
      change: StatusChange
    }) => api(updateEventStatuses, { query: which.all ? query : {}, body: { ...which, change } }),
    onSuccess: refresh,
    onError: refresh,
  })
}

/** The change that U takes back: the reader's last one. */
const lastChange = ['last-event-change'] as const

/** Says what was done, and offers to take it back. */
export function useTellDone() {
  const queryClient = useQueryClient()
  const undo = useUndo()
  return (title: string, { changeId, message }: { changeId: string | undefined; message?: string }) => {
    queryClient.setQueryData(lastChange, changeId)
    const id = `done ${changeId}`
    notifications.show({
      id,
      color: 'green',
      title,
      autoClose: 10_000,
      message: changeId ? <UndoLine text={message} onUndo={undo} noteId={id} /> : message,
    })
  }
}

/** Takes the reader's last change back, where nobody has gone on from it. */
export function useUndo(): () => void {
  const api = useApi()
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  const { mutate } = useMutation({
    mutationFn: (changeId: string) => api(undoEventStatuses, { body: { changeId } }),
    onSuccess: ({ changed, skipped }) => {
      queryClient.removeQueries({ queryKey: lastChange })
      tellUndone(changed, skipped)
      return refresh()
    },
    onError: tellFailure,
  })
  return () => {
    const changeId = queryClient.getQueryData<string>(lastChange)
    if (changeId) mutate(changeId)
    else notifications.show({ color: 'gray', title: 'There is nothing to undo', message: '' })
  }
}

function tellUndone(changed: number, skipped: number): void {
  notifications.show({
    color: skipped > 0 ? 'yellow' : 'green',
    title: changed > 0 ? 'Undone' : 'Nothing was undone',
    message: [
      changed > 0 && `${numberText(changed)} ${changed === 1 ? 'event is' : 'events are'} as before.`,
      skipped > 0 && `${numberText(skipped)} changed since and stay as they are.`,
    ]
      .filter(Boolean)
      .join(' '),
  })
}

/** Says what did not happen, once. */
export function tellFailure(error: unknown): void {
  const { message, requestId } = asFailure(error)
  notifications.show({
    color: 'red',
    title: 'Nothing was changed',
    message: requestId ? `${message} (Request ${requestId})` : message,
  })
}

/** Adds a comment with the files that were uploaded for it. */
export function useAddComment(eventId: EventId) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ comment, fileIds }: { comment: string; fileIds: FileId[] }) =>
      api(addEventComment, { body: { eventId, comment, ...(fileIds.length > 0 && { fileIds }) } }),
    onSuccess: refresh,
  })
}
