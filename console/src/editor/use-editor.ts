import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { type Toast, useToast } from '@verbatim/ui/Toasts.tsx'
import { useIsShown } from '@verbatim/ui/use-is-shown.ts'
import { useRef, useState } from 'react'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import type { Editor, EditorDefinition, EditorTypes, Outcome, Saving } from './define-editor.ts'
import { newPathOf } from './noun-loader.ts'
import { type Errors, readBody, useEditing } from './use-editing.ts'
import { useEditorPlace } from './use-editor-place.ts'
import { useKept } from './use-kept.ts'
import { useNewer } from './use-newer.ts'
import { useShowErrors } from './use-show-errors.ts'

/**
 * Edits one thing: keeps the input, notices whether another user saved first, and saves.
 * @param latest The newest known version; undefined for a new thing.
 */
export function useEditor<S extends EditorTypes>(
  definition: EditorDefinition<S>,
  latest: S['thing'] | undefined,
): Editor<S> {
  const { manage, isEditable, secrets } = definition
  const canManage = useCan(manage)
  const canEdit = canManage && (!latest || !isEditable || isEditable(latest))
  const at = `${definition.place.path}/${latest?.id ?? newPathOf(definition)}`
  const { kept, keep } = useKept<S['thing'], S['values']>({ at, secrets })
  const editing = useEditing<S['thing'], S['values']>({ ...definition, latest, canEdit, kept })
  const { base, form } = editing
  const place = useEditorPlace(definition, base?.id)
  const { leave, isLeaving } = useLeaving()
  const toast = useToast()
  const isShown = useIsShown()
  const [question, setQuestion] = useState<S['question']>()
  const [openItem, setOpenItem] = useState<string>()
  const showErrors = useShowErrors(definition, place, form.setErrors, setOpenItem)
  const save = useSave(definition, base, {
    isShown,
    onSuccess: (outcome) => {
      setQuestion('question' in outcome ? outcome.question : undefined)
      if ('question' in outcome) return
      const { saved, toast: done = doneToast(definition, saved, base), next } = outcome
      if (!isShown()) return toast(done)
      if (!next) return leave(done, place.close)
      const goOn = () => place.open(next, saved.id)
      if (!base) return leave(done, goOn)
      editing.step(saved)
      editing.reset(saved)
      toast(done)
      goOn()
    },
    onRefused: () => setQuestion(undefined),
    showErrors,
  })
  const send = (answer?: S['answer']) => {
    const values = form.getValues()
    const { body, errors } = readBody<S['values'], S['body']>(definition, values)
    if (Object.keys(errors).length > 0) return showErrors(errors)
    const parts = { base, values, answer, step: editing.step }
    if (body) save.mutate({ values, send: (calls) => definition.save({ ...calls, ...parts }, body) })
  }
  const isDone = save.data !== undefined && 'saved' in save.data && !save.data.next
  return {
    base,
    latest,
    form,
    values: form.values,
    isNew: !base,
    canEdit,
    isDirty: editing.isDirty && canEdit,
    isSaving: save.isPending,
    newer: useNewer({
      base,
      latest,
      form: editing,
      isSaving: save.isPending || isDone,
      onBase: editing.step,
    }),
    place,
    question,
    answer: send,
    forget: () => setQuestion(undefined),
    submit: () => send(),
    openItem,
    setOpenItem,
    keep: () => keep(base, form.getValues()),
    leave: (done) => leave(done, place.close),
    isLeaving,
  }
}

type Calls = Pick<Saving<EditorTypes>, 'api' | 'toast' | 'refresh'>

interface Sending<S extends EditorTypes> {
  readonly values: S['values']
  readonly send: (calls: Calls) => Promise<Outcome<S>>
}

interface Following<S extends EditorTypes> {
  readonly isShown: () => boolean
  readonly onSuccess: (outcome: Outcome<S>) => void
  readonly onRefused: () => void
  readonly showErrors: (errors: Errors) => void
}

/**
 * Saves; a failure goes to its field, to the notice of the newer version, or to a toast. It is a toast if the user has left, because
 * nothing else of the editor is there.
 */
function useSave<S extends EditorTypes>(
  { slice, query, noun, changed, fieldOf, reword = (failure) => failure, creation }: EditorDefinition<S>,
  base: S['thing'] | undefined,
  { isShown, onSuccess, onRefused, showErrors }: Following<S>,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: [slice] })
  const failed = base ? `The ${noun} was not saved` : (creation?.failed ?? `The ${noun} was not created`)
  return useMutation({
    mutationFn: ({ send }: Sending<S>) => send({ api, toast, refresh }),
    onSuccess: (outcome) => {
      // If it is reopened at once, it must be the saved version, because a change to the previous one would be refused.
      if ('saved' in outcome)
        queryClient.setQueryData<unknown>(query(api, outcome.saved.id).queryKey, outcome.saved)
      else if (!isShown()) toast({ tone: 'failed', title: failed, message: unanswered })
      onSuccess(outcome)
    },
    onError: (error, { values }) => {
      onRefused()
      const failure = asFailure(error)
      if (!isShown()) return tellFailure(failed, reword(failure))
      const field = typeof fieldOf === 'function' ? fieldOf(failure, values, base) : fieldOf?.[failure.code]
      if (field) return showErrors({ [field]: failure.message })
      if (failure.code === changed) return
      tellFailure(failed, reword(failure))
    },
    // Also before a question, because some of it may already be saved.
    onSettled: refresh,
  })
}

const unanswered = 'It needed your confirmation, but you had left the page.'

/** After saving, leaving loses nothing. */
function useLeaving() {
  const toast = useToast()
  const leaving = useRef(false)
  return {
    isLeaving: () => leaving.current,
    leave: (done: Toast, go: () => void) => {
      leaving.current = true
      toast(done)
      go()
    },
  }
}

function doneToast<S extends EditorTypes>(
  { nameOf, callOf = (thing) => `“${nameOf(thing)}”`, creation }: EditorDefinition<S>,
  saved: S['thing'],
  base: S['thing'] | undefined,
): Toast {
  const created = creation?.done(saved) ?? `${callOf(saved)} was created`
  return { tone: 'done', title: base ? `${callOf(saved)} was saved` : created }
}
