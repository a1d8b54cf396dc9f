import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { FormErrors } from '@mantine/form'
import classes from './SaveBar.module.css'

interface SaveBarProps {
  errors: FormErrors
  isDirty: boolean
  isSaving: boolean
  /** Nothing was written since the last save on this page. */
  isSaved: boolean
  /** The names of what is written and not saved. */
  written: readonly string[]
  discard: () => void
}

/** The one bar of a page's form: saves it or puts it back, and says what is not saved. It stays in sight. */
export function SaveBar({ errors, isDirty, isSaving, isSaved, written, discard }: SaveBarProps) {
  const hasErrors = Object.keys(errors).length > 0
  const state = hasErrors ? 'wrong' : isDirty ? 'written' : isSaved ? 'saved' : undefined
  return (
    <div className={classes.bar} data-screen-only>
      <Button type="submit" loading={isSaving} disabled={!isDirty}>
        Save changes
      </Button>
      <Button variant="default" disabled={!isDirty || isSaving} onClick={discard}>
        Discard
      </Button>
      <span role="status" className={classes.state} data-state={state}>
        {state === 'wrong' && 'Some fields need correction. Nothing was saved.'}
        {state === 'written' && notSaved(written)}
        {state === 'saved' && (
          <>
            <IconCheck size={16} aria-hidden />
            Saved
          </>
        )}
      </span>
    </div>
  )
}

const mostNamed = 3

function notSaved(written: readonly string[]): string {
  const named = written.slice(0, mostNamed)
  const others = written.length - named.length
  if (named.length === 0) return 'Not saved yet'
  return `Not saved yet: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}
