import { Alert } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { type ReactNode, useEffect, useRef } from 'react'
import { ChangedAlert } from './ChangedAlert.tsx'
import type { Difference } from './differences.ts'
import classes from './PageForm.module.css'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import { useFocusBack } from './use-focus-back.ts'
import type { Newer } from './use-newer.ts'

interface PageFormProps {
  /** The result of `usePageForm`. */
  editing: {
    readonly latest: {
      readonly version: number
      readonly changed?: { readonly by: string; readonly at: string } | undefined
    }
    readonly errors: FormErrors
    readonly newer: Newer | undefined
    readonly isDirty: boolean
    readonly isSaving: boolean
    readonly differences: () => readonly Difference[]
    readonly submit: () => void
    readonly keep: () => void
  }
  /** The thing that another user may have changed: "this organization". */
  thing: string
  /** The thing with unsaved input: "organization". Without it, leaving the page asks nothing. */
  guarded?: string
  /** Lays out its parts. Without it, they are parts of what is around the form, and its save bar is in sight before the form is. */
  className?: string | undefined
  children: ReactNode
}

/** The form of a page. Shows other users' changes and errors above it, and asks before unsaved input is lost. */
export function PageForm({ editing, thing, guarded, className = classes.within, children }: PageFormProps) {
  const { latest, errors, newer, isDirty, isSaving, differences, submit, keep } = editing
  const form = useRef<HTMLFormElement>(null)
  useFocusBack(isSaving)
  // A long page may show neither the wrong field nor the alert above the form.
  useEffect(() => {
    if (!isSaving && Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-form-error]')?.focus()
  }, [errors, isSaving])
  return (
    <>
      <form
        ref={form}
        className={className}
        noValidate
        // What is typed before the answer would be replaced by it.
        inert={isSaving}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {newer && (
          <ChangedAlert thing={thing} changed={latest.changed} differences={differences()} {...newer} />
        )}
        {errors[''] && (
          <Alert color="red" role="alert" tabIndex={-1} data-form-error>
            {errors['']}
          </Alert>
        )}
        {children}
      </form>
      {/* Outside the form, because React would pass the question's submission on to it. */}
      {guarded && (
        <UnsavedGuard
          thing={guarded}
          isDirty={isDirty}
          isSaving={isSaving}
          isLeaving={never}
          onAsk={ignore}
          onExpelled={keep}
        />
      )}
    </>
  )
}

const never = () => false
const ignore = () => undefined
