import { Alert } from '@mantine/core'
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { type Toast, useToast } from '@verbatim/ui/Toasts.tsx'
import { type ComponentType, useState } from 'react'
import { useFailureToast } from '#failures/failure-toast.ts'
import { Loaded } from '#failures/Loaded.tsx'
import { openable } from '#failures/openable.ts'
import { useApi } from '#shell/use-app-context.ts'
import { RemovalButton } from './EditorButtons.tsx'

/** How a thing is called. A removal has the words of its editor, and others only where they differ. */
export interface NounWords<T> {
  /** "group", for titles, buttons, questions and toasts. */
  readonly noun: string
  readonly nameOf: (thing: T) => string
  /** Its name in toasts; by default its own name in quotes. */
  readonly callOf?: (thing: T) => string
  /** The first part of its query keys. */
  readonly slice: string
}

/** How a thing is removed. The effect is shown first. */
export interface RemovalParts<T, E, C> {
  readonly verb: 'Delete' | 'Remove'
  /** Its noun on buttons, if shorter. */
  readonly short?: string
  /** Whether its name must be typed. */
  readonly isTyped?: true
  /** The end of the toast, if it takes longer: "was removed" by default. */
  readonly ending?: string
  /** Why this one cannot be removed, shown at the button. */
  readonly useRefusal?: (thing: T) => string | undefined
  /** The initial choice in the question; undefined by default. */
  readonly blank?: C
  /** The current effect of the removal. */
  readonly effect?: (api: Api, thing: T, chosen: C) => Promise<E>
  /** Why it would be refused now, shown in place of the effect. */
  readonly refusalOf?: (effect: E) => string | undefined
  readonly Effect: ComponentType<EffectProps<T, E, C>>
  /** Whether all required choices are made; by default they are. */
  readonly isReady?: (effect: E, chosen: C) => boolean
  readonly remove: (api: Api, thing: T, chosen: C) => Promise<unknown>
  /** Takes it back; offered right after it. */
  readonly undo?: (api: Api, thing: T) => Promise<unknown>
  /** The further choices that a refusal requires; undefined for a failure that is shown. */
  readonly ask?: (error: unknown, chosen: C) => C | undefined
  /** Another text for a failure. */
  readonly reword?: (error: unknown) => unknown
}

export interface EffectProps<T, E, C> {
  readonly thing: T
  readonly effect: E
  readonly chosen: C
  readonly onChoose: (chosen: C) => void
}

type RemovalDefinition<T, E, C> = NounWords<T> & RemovalParts<T, E, C>

interface RemovalProps<T> {
  readonly thing: T
  readonly onRemoved: () => void
  readonly onClose: () => void
}

export interface RemovalQuestion<T> {
  readonly Button: ComponentType<{ readonly thing: T; readonly onClick: () => void }>
  /** "“North” was deleted" */
  readonly done: (thing: T) => string
  readonly Question: ComponentType<RemovalProps<T>>
  /** Present if the removal can be taken back. */
  readonly useUndo?: () => (thing: T) => NonNullable<Toast['action']>
}

/** Declares a removal; its editor makes it the question before one. */
export const defineRemoval =
  <T extends { readonly id: string }, E = undefined, C = undefined>(
    parts: RemovalParts<T, E, C> & Partial<NounWords<T>>,
  ) =>
  ({ noun, nameOf, callOf, slice }: NounWords<T>): RemovalQuestion<T> =>
    questionOf({ noun, nameOf, slice, ...(callOf && { callOf }), ...parts })

function questionOf<T extends { readonly id: string }, E, C>(
  definition: RemovalDefinition<T, E, C>,
): RemovalQuestion<T> {
  const { verb, noun, short = noun, nameOf, useRefusal } = definition
  const { callOf = (thing) => `“${nameOf(thing)}”`, ending = `was ${verb.toLowerCase()}d` } = definition
  return {
    Button: ({ thing, onClick }) => (
      <RemovalButton label={`${verb} ${short}`} refusal={useRefusal?.(thing)} onClick={onClick} />
    ),
    done: (thing) => `${callOf(thing)} ${ending}`,
    Question: (props) => <Removal definition={definition} {...props} />,
    ...(definition.undo && { useUndo: () => useUndo(definition, callOf) }),
  }
}

function Removal<T extends { readonly id: string }, E, C>(
  props: RemovalProps<T> & { definition: RemovalDefinition<T, E, C> },
) {
  const { thing, onRemoved, onClose, definition } = props
  const { verb, noun, short = noun, nameOf, isTyped, slice, blank } = definition
  const { effect: find, refusalOf, Effect, isReady } = definition
  const api = useApi()
  const [chosen, setChosen] = useState(blank as C)
  const asked = useQuery({
    queryKey: [slice, 'removal', thing.id, chosen],
    queryFn: find ? () => find(api, thing, chosen) : skipToken,
    gcTime: 0,
    staleTime: 0,
    // The choices in the effect stay on screen while another effect is loaded.
    placeholderData: keepPreviousData,
  })
  const { data: effect } = openable(asked)
  const isKnown = !find || effect !== undefined
  const refusal = effect === undefined ? undefined : refusalOf?.(effect)
  const isPossible = isKnown && refusal === undefined
  const remove = useRemove(definition, thing, { chosen, setChosen, onRemoved })
  return (
    <ConfirmModal
      opened
      title={`${verb} this ${noun}?`}
      confirmLabel={`${verb} ${short}`}
      destructive
      {...(isTyped && isPossible && { typeToConfirm: nameOf(thing) })}
      busy={remove.isPending}
      isReady={isPossible && (isReady?.(effect as E, chosen) ?? true)}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      {find ? (
        <Loaded of={asked} pending={96} inline>
          {(found) =>
            refusal === undefined ? (
              <Effect thing={thing} effect={found} chosen={chosen} onChoose={setChosen} />
            ) : (
              <Alert color="red">{refusal}</Alert>
            )
          }
        </Loaded>
      ) : (
        // Without a query, there is no effect to wait for.
        <Effect thing={thing} effect={effect as E} chosen={chosen} onChoose={setChosen} />
      )}
    </ConfirmModal>
  )
}

function useUndo<T, E, C>(
  { noun, slice, undo }: RemovalDefinition<T, E, C>,
  callOf: (thing: T) => string,
): (thing: T) => NonNullable<Toast['action']> {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  const take = async (thing: T) => {
    try {
      await undo?.(api, thing)
      toast({ tone: 'done', title: `${callOf(thing)} is back` })
    } catch (error) {
      tellFailure(`The ${noun} was not restored`, error)
    }
    await queryClient.invalidateQueries({ queryKey: [slice] })
  }
  return (thing) => ({ label: 'Undo', act: () => void take(thing) })
}

interface Removing<C> {
  readonly chosen: C
  readonly setChosen: (chosen: C) => void
  readonly onRemoved: () => void
}

function useRemove<T, E, C>(
  { verb, noun, slice, remove, ask, reword }: RemovalDefinition<T, E, C>,
  thing: T,
  { chosen, setChosen, onRemoved }: Removing<C>,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: () => remove(api, thing, chosen),
    onSuccess: () => {
      onRemoved()
      // The removed thing is not requested again; only lists are.
      void queryClient.invalidateQueries({ queryKey: [slice], refetchType: 'none' })
      void queryClient.refetchQueries({
        queryKey: [slice],
        type: 'active',
        predicate: ({ queryKey }) => queryKey.includes('list'),
      })
    },
    onError: (error) => {
      const asked = ask?.(error, chosen)
      if (asked !== undefined) setChosen(asked)
      else tellFailure(`The ${noun} was not ${verb.toLowerCase()}d`, reword ? reword(error) : error)
    },
  })
}
