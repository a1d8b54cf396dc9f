import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import type { Organization } from '@verbatim/contract/organizations.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useCallback, useState } from 'react'
import { ChangedAlert } from '#editor/ChangedAlert.tsx'
import { differencesOf } from '#editor/differences.ts'
import { useNewer } from '#editor/use-newer.ts'
import { UnsavedGuard } from '#editor/UnsavedGuard.tsx'
import { useCan } from '#shell/use-app-context.ts'
import { GeneralSection } from './GeneralSection.tsx'
import { useSaveProfile } from './mutations.ts'
import {
  checked,
  type ProfileErrors,
  type ProfileValues,
  rebaseValues,
  toChange,
  toValues,
  wordsOf,
} from './profile-form.ts'
import classes from './ProfileForm.module.css'
import { ProviderSection } from './ProviderSection.tsx'
import { RetentionSection } from './RetentionSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'

/** What each section of the form is given. */
export interface ProfileEditing {
  /** What stands, as it was when writing began. */
  readonly base: Organization
  readonly values: ProfileValues
  readonly errors: ProfileErrors
  readonly canManage: boolean
  readonly change: (values: Partial<ProfileValues>) => void
}

/** The organization's settings, written together and saved together; somebody else's change is shown, not overwritten. */
export function ProfileForm({ latest }: { latest: Organization }) {
  const [base, setBase] = useState(latest)
  const [values, setValues] = useState(() => toValues(latest))
  const [errors, setErrors] = useState<ProfileErrors>({})
  const save = useSaveProfile()
  const canManage = useCan('organization.manage')
  const written = toChange(base, values)
  const form = {
    isDirty: written !== undefined,
    reset: (organization: Organization) => {
      setValues(toValues(organization))
      setErrors({})
    },
    rebase: (organization: Organization) => setValues(rebaseValues(base, organization, values)),
  }
  const newer = useNewer({ base, latest, form, isSaving: save.isPending, onBase: setBase })
  const adopt = (organization: Organization) => {
    setBase(organization)
    form.reset(organization)
  }
  const fail = useSaveFailure(setErrors)
  const submit = () => {
    if (!written) return
    const result = checked(written)
    if ('errors' in result) return setErrors(result.errors)
    save.mutate(result.change, { onSuccess: adopt, onError: fail })
  }
  const editing: ProfileEditing = {
    base: latest,
    values,
    errors,
    canManage,
    change: (next) => {
      setValues({ ...values, ...next })
      setErrors({})
    },
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {newer && (
        <ChangedAlert
          thing="this organization"
          changed={latest.changed}
          differences={differencesOf({
            before: wordsOf(toValues(base), base.secrets),
            theirs: wordsOf(toValues(latest), latest.secrets),
            mine: wordsOf(values, base.secrets),
          })}
          {...newer}
        />
      )}
      <GeneralSection {...editing} />
      <SecuritySection {...editing} />
      <ProviderSection {...editing} />
      <RetentionSection {...editing} />
      {canManage && (
        <SaveBar
          isDirty={written !== undefined}
          isSaving={save.isPending}
          hasErrors={Object.keys(errors).length > 0}
          onDiscard={() => adopt(latest)}
        />
      )}
      <UnsavedGuard
        thing="organization"
        isDirty={written !== undefined}
        isLeaving={never}
        onAsk={useIgnored()}
      />
    </form>
  )
}

const never = () => false
const useIgnored = () => useCallback(() => {}, [])

/** A failure stands at its field, is shown as somebody's change, or is told by a toast: one of these. */
function useSaveFailure(setErrors: (errors: ProfileErrors) => void) {
  const toast = useToast()
  const queryClient = useQueryClient()
  return (error: Error) => {
    const { code, status, message } = asFailure(error)
    if (code === 'organization.future-history') return setErrors({ initialHistoryDate: message })
    if (code === 'organization.changed')
      return void queryClient.invalidateQueries({ queryKey: ['organization', 'profile'] })
    if (status !== 401) toast({ tone: 'failed', title: 'The organization was not saved', message })
  }
}

interface SaveBarProps {
  isDirty: boolean
  isSaving: boolean
  hasErrors: boolean
  onDiscard: () => void
}

function SaveBar({ isDirty, isSaving, hasErrors, onDiscard }: SaveBarProps) {
  return (
    <div className={classes.bar}>
      <Button type="submit" loading={isSaving} disabled={!isDirty}>
        Save changes
      </Button>
      <Button variant="default" disabled={!isDirty || isSaving} onClick={onDiscard}>
        Discard
      </Button>
      <span role="status" className={classes.state}>
        {hasErrors ? 'Some fields need correction.' : isDirty ? 'Not saved yet.' : 'Everything is saved.'}
      </span>
    </div>
  )
}
