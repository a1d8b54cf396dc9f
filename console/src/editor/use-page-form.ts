import type { GetInputPropsOptions } from '@mantine/form'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Api } from '@verbatim/client/api.ts'
import { asFailure, type Failure } from '@verbatim/client/failure.ts'
import type { FailureCode } from '@verbatim/contract/errors.ts'
import { useIsShown } from '@verbatim/ui/use-is-shown.ts'
import { useState } from 'react'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'
import { differencesOf } from './differences.ts'
import { type BodySpec, type EditingOptions, type Errors, readBody, useEditing } from './use-editing.ts'
import { useKept } from './use-kept.ts'
import { useNewer } from './use-newer.ts'

/** How settings with a separate page, outside a list, are parsed and saved. */
export interface PageFormDefinition<T, V, B>
  extends
    Pick<EditingOptions<T, V>, 'toValues' | 'isSame' | 'merge'>,
    Pick<BodySpec<V, B>, 'schema' | 'at' | 'says'> {
  /** The fields that the tab does not keep after the session ends, until the same user is back. */
  readonly secrets?: readonly (keyof V & string)[]
  /** The body for these values, based on `base`. */
  readonly toBody: (values: V, base: T) => unknown
  /** Each value in words, by its label, to show the difference between two versions; `of` is the version of the values. */
  readonly wordsOf: (values: V, of: T) => Readonly<Record<string, string>>
  readonly query: (api: Api) => { readonly queryKey: QueryKey }
  readonly save: (api: Api, body: B) => Promise<T>
  /** The failure code if someone else saved first. */
  readonly changed: FailureCode
  /** The place of a failure: a field, `''` for above the form, undefined for a toast. */
  readonly fieldOf: (failure: Failure) => string | undefined
  /** The title of that toast, and of any failure after the user has left. */
  readonly failed: string
}

interface PageFormOptions<T, B> {
  readonly canEdit?: boolean
  /** Handles a failure that needs an answer; returns false for one that is shown like any other. */
  readonly onRefused?: (failure: Failure, body: B) => boolean
  /** Called after it is saved and shown. */
  readonly onSaved?: (saved: T) => unknown
}

/** A form outside a list: keeps the input based on the newest version, and saves it. */
export function usePageForm<T extends { readonly version: number }, V extends object, B>(
  definition: PageFormDefinition<T, V, B>,
  latest: T,
  { canEdit = true, onSaved, onRefused }: PageFormOptions<T, B> = {},
) {
  const { toValues, wordsOf } = definition
  const at = useLocation({ select: ({ pathname }) => pathname })
  const { kept, keep } = useKept<T, V>({ at, secrets: definition.secrets })
  const editing = useEditing<T, V>({ ...definition, latest, blank: toValues(latest), kept })
  const { base = latest, form, isDirty } = editing
  const [isSaved, setSaved] = useState(false)
  const adopt = (thing: T) => {
    editing.step(thing)
    editing.reset(thing)
  }
  const setErrors = (errors: Errors) => form.setErrors({ ...errors })
  const save = useSave(definition, {
    setErrors,
    onRefused,
    onSaved: (saved) => {
      adopt(saved)
      setSaved(true)
      return onSaved?.(saved)
    },
  })
  const newer = useNewer({ base, latest, form: editing, isSaving: save.isPending, onBase: editing.step })
  return {
    base,
    latest,
    values: form.values,
    errors: form.errors,
    canEdit,
    isDirty,
    isSaving: save.isPending,
    /** It was saved from this page, and nothing was written since. */
    isSaved: isSaved && !isDirty,
    /** The names of what is written and not saved. */
    written: isDirty ? namesOfChanged(wordsOf(toValues(base), base), wordsOf(form.values, base)) : [],
    newer,
    differences: () =>
      differencesOf({
        before: wordsOf(toValues(base), base),
        theirs: wordsOf(toValues(latest), latest),
        mine: wordsOf(form.values, base),
      }),
    /** Saves. The server reports any remaining error again. */
    change: (values: Partial<V>) => form.setValues(values),
    /** The props of the input of one value. */
    field: (name: keyof V & string, options?: GetInputPropsOptions) => {
      const { value, error, onChange: put, ...props } = form.getInputProps(name, options)
      const onChange = (given: unknown) => {
        form.clearErrors()
        put(given)
      }
      return { ...props, value, error, onChange, disabled: !canEdit }
    },
    /** Shows what is wrong with the input, by field. */
    setErrors,
    /** Keeps the input in this tab. */
    keep: () => keep(base, form.getValues()),
    discard: () => adopt(latest),
    submit: () => {
      if (!isDirty) return
      const toBody = (values: V) => definition.toBody(values, base)
      const { body, errors } = readBody<V, B>({ ...definition, toBody }, form.getValues())
      if (body === undefined) setErrors(errors)
      else save.mutate(body)
    },
  }
}

type Words = Readonly<Record<string, string>>

const namesOfChanged = (before: Words, now: Words) =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name])

/** The props of a page's sections. */
export type PageEditing<T extends { readonly version: number }, V extends object> = ReturnType<
  typeof usePageForm<T, V, unknown>
>

interface SaveOptions<T, B> {
  readonly onRefused: PageFormOptions<T, B>['onRefused'] | undefined
  readonly setErrors: (errors: Errors) => void
  readonly onSaved: (saved: T) => unknown
}

/**
 * Saves; a failure goes to its field, to the notice of the newer version, above the form, or to a toast. It is a toast if the user has
 * left, because nothing else of the form is there.
 */
function useSave<T, V, B>(
  { query, save, changed, fieldOf, failed }: PageFormDefinition<T, V, B>,
  { setErrors, onSaved, onRefused }: SaveOptions<T, B>,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const tellFailure = useFailureToast()
  const isShown = useIsShown()
  return useMutation({
    mutationFn: (body: B) => save(api, body),
    onSuccess: async (saved) => {
      queryClient.setQueryData<unknown>(query(api).queryKey, saved)
      await onSaved(saved)
    },
    onError: (error, body) => {
      const failure = asFailure(error)
      const isHere = isShown()
      if (isHere && onRefused?.(failure, body)) return undefined
      // The sign-in page follows.
      if (failure.status === 401) return undefined
      if (!isHere) tellFailure(failed, failure)
      if (failure.code === changed) return queryClient.invalidateQueries({ queryKey: query(api).queryKey })
      if (!isHere) return undefined
      const field = fieldOf(failure)
      return field === undefined ? tellFailure(failed, failure) : setErrors({ [field]: failure.message })
    },
  })
}
