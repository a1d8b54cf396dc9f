import {
  type Contact,
  type ContactAfter,
  type ContactDraft,
  type ContactEffect,
  hasConsequences,
  type KeptChange,
} from '@verbatim/contract/contacts.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useState } from 'react'
import { type Follow, useFollow } from '#editor/use-follow.ts'
import { useFailureToast } from '#shell/failure-toast.ts'
import type { ContactErrors, ContactForm } from './contact-form.ts'
import { useContactsAddress } from './contacts-address.ts'
import { useFindEffect, useSaveContact, useUndoChange } from './mutations.ts'

/** What is wrong with a number, an owner or a group stands beside it. */
export function useContactFollow(form: ContactForm) {
  const { close } = useContactsAddress()
  return useFollow({
    close,
    changedCode: 'contact.changed',
    place({ code, message, details }) {
      const field = fieldOf(code, details['address'])
      if (field) form.setErrors({ [field]: message })
      return field !== undefined
    },
  })
}

function fieldOf(code: string, address: unknown): keyof ContactErrors | undefined {
  if (code === 'contact.bad-phone') return 'phoneNumbers'
  if (code === 'contact.unknown-owner') return 'ownerId'
  if (code === 'contact.unknown-group') return 'groupIds'
  const isTaken = ['contact.duplicate-global', 'contact.duplicate-personal', 'contact.address-of-user']
  if (!isTaken.includes(code)) return undefined
  return typeof address === 'string' && address.includes('@') ? 'emails' : 'phoneNumbers'
}

interface Asked {
  readonly draft: ContactDraft
  readonly effect: ContactEffect
}

/** Saves a contact: what a change does besides is looked up first, and shown where it is anything. */
export function useSaving(base: Contact, form: ContactForm, follow: Follow) {
  const [asked, setAsked] = useState<Asked>()
  const find = useFindEffect(base)
  const save = useSaveContact(base)
  const undo = useUndoChange()
  const toast = useToast()
  const tellFailure = useFailureToast()

  const finish = (after: ContactAfter) => {
    setAsked(undefined)
    const { change } = after
    if (!change) return follow.done(`“${after.name}” was saved`)
    // The dialog is gone when somebody thinks better of it: what is bound to it would no longer be heard.
    const act = () =>
      void undo.mutateAsync(change).then(
        () => toast({ tone: 'done', title: 'The change was undone' }),
        (error: unknown) => tellFailure('The change was not undone', error),
      )
    follow.done(doneWords(after, change), { label: 'Undo', act })
  }
  const fail = (error: unknown) => {
    setAsked(undefined)
    follow.failed('The contact was not saved', error)
  }
  const look = (draft: ContactDraft) =>
    find.mutate(draft, {
      onSuccess: (effect) =>
        hasConsequences(effect)
          ? setAsked({ draft, effect })
          : save.mutate({ draft }, { onSuccess: finish, onError: fail }),
      onError: fail,
    })
  return {
    effect: asked?.effect,
    isSaving: find.isPending || save.isPending,
    submit: () => {
      const draft = form.checked()
      if (draft) look(draft)
    },
    confirm: () => {
      if (!asked) return
      const { draft, effect } = asked
      const { mergeInto, merged, conversations } = effect
      const mergeIds = [...(mergeInto ? [mergeInto] : []), ...merged].map(({ id }) => id)
      save.mutate({ draft, confirmed: { mergeIds, conversations } }, { onSuccess: finish, onError: fail })
    },
    cancel: () => setAsked(undefined),
  }
}

function doneWords({ name }: ContactAfter, { merges }: KeptChange): string {
  if (merges.length === 0) return `“${name}” was saved`
  const who = merges.length === 1 ? `“${merges[0]?.from.name}” was` : `${merges.length} contacts were`
  return `${who} merged into “${name}”`
}
