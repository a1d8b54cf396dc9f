import { Button, NumberInput } from '@mantine/core'
import {
  organizationLimits,
  type OrganizationSecret,
  organizationSecretNames,
  organizationSecrets,
} from '@verbatim/contract/organizations.ts'
import { useNow } from '@verbatim/ui/clock.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { DayField } from '@verbatim/ui/days/DayField.tsx'
import { FieldPair, LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { FormSection } from '#editor/FormSection.tsx'
import { wholeOf } from '#editor/whole-of.ts'
import { ConnectionTest } from '#screens/integration-accounts/ConnectionTest.tsx'
import classes from './ProfileForm.module.css'
import type { ProfileEditing } from './profile-form.ts'
import { SecretInput } from '@verbatim/ui/SecretInput.tsx'

/** The account at the messaging provider, and how missed events are fetched. */
export function ProviderSection(editing: ProfileEditing) {
  const { field, change, latest, isDirty } = editing
  const hasToken = Boolean(latest.secrets.authToken ?? latest.secrets.authTokenSecondary)
  const { from, to } = organizationLimits.integrationFrequency
  return (
    <FormSection
      id="integrations-provider"
      title="Messaging provider"
      hint="The account that messages are captured through. Secrets are never shown again: they are encrypted with keys that are not in the database."
    >
      <FieldPair>
        <LimitedInput
          limit={organizationLimits.sid}
          label="Account SID"
          autoComplete="off"
          spellCheck={false}
          {...field('messagingProviderAccountSid')}
        />
        <LimitedInput
          limit={organizationLimits.sid}
          label="Conversation service SID"
          description="Verbatim asks this service who wrote each text message and what was changed in the conversation."
          autoComplete="off"
          spellCheck={false}
          {...field('conversationServiceSid')}
        />
      </FieldPair>
      {organizationSecrets.map((secret) => (
        <SecretField key={secret} secret={secret} {...editing} />
      ))}
      <ConnectionTest hasToken={hasToken} isDirty={isDirty} />
      <FieldPair>
        <NumberInput
          label="Integration frequency"
          description={`How often to check for missed messages: every ${from} to ${numberText(to)} minutes.`}
          suffix=" minutes"
          allowDecimal={false}
          allowNegative={false}
          {...field('integrationFrequency')}
          onChange={(value) => change({ integrationFrequency: wholeOf(value) })}
        />
        <DayField
          label="Initial history date"
          description="Messages are fetched from this day on. It can’t be in the future. Leave blank to begin on the day on which an account is added."
          maxDate={useNow().toISOString().slice(0, 10)}
          {...field('initialHistoryDate')}
          // A text that names no day is refused like any other, not saved as none.
          onChange={(day, text) => change({ initialHistoryDate: day || text })}
        />
      </FieldPair>
    </FormSection>
  )
}

function SecretField({ secret, ...editing }: ProfileEditing & { secret: OrganizationSecret }) {
  const { latest, values, errors, canEdit, change } = editing
  const set = latest.secrets[secret]
  const typed = values.secrets[secret]
  const put = (value: string | null | undefined) => {
    const { [secret]: _, ...others } = values.secrets
    change({ secrets: value === undefined || value === '' ? others : { ...others, [secret]: value } })
  }
  return (
    <div className={classes.secret}>
      <SecretInput
        label={organizationSecretNames[secret]}
        description={
          typed === null ? (
            'Will be removed when you save.'
          ) : set ? (
            <>
              Set on <DateTime at={set.setAt} /> by <bdi>{set.setBy}</bdi>. Enter a new one to replace it.
            </>
          ) : (
            'Not set.'
          )
        }
        autoComplete="new-password"
        disabled={!canEdit || typed === null}
        value={typed ?? ''}
        error={errors[`secrets.${secret}`]}
        onChange={(event) => put(event.currentTarget.value)}
      />
      {set && canEdit && (
        <Button variant="default" onClick={() => put(typed === null ? undefined : null)}>
          {typed === null ? 'Keep' : 'Remove'}
        </Button>
      )}
    </div>
  )
}
