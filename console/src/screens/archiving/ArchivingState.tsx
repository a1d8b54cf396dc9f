import { Alert, Text } from '@mantine/core'
import { archiveProblemWords, type ArchivingSettings } from '@verbatim/contract/archiving.ts'
import { useNow } from '@verbatim/ui/clock.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { FormSection } from '#editor/FormSection.tsx'

const off = 'Off. No email is queued or sent.'
const paused = 'Paused. Emails are queued and wait; none is sent.'
const on: Record<ArchivingSettings['delivery'], string> = {
  per_message: 'On. Each message, edit, deletion and reaction is sent as an email.',
  conversation_day: 'On. Each conversation is sent as one email per day, once the day is over.',
}

function stateOf(settings: ArchivingSettings | undefined): string {
  if (!settings || settings.mode === 'off') return off
  return settings.mode === 'paused' ? paused : on[settings.delivery]
}

/** Whether mails are sent, and what is wrong with the receiver. */
export function ArchivingState({ settings }: { settings: ArchivingSettings | undefined }) {
  return (
    <FormSection
      id="archiving-state"
      title="Status"
      hint="An archive outside of Verbatim gets an email for everything that is captured."
    >
      <Facts
        facts={[
          ['Delivery', stateOf(settings)],
          ['Archived since', settings?.startedAt && <DateTime at={settings.startedAt} />],
        ]}
      />
      {!settings && (
        <Text c="dimmed" size="sm">
          Once archiving is set up, this page also shows its summary, earlier messages and the emails.
        </Text>
      )}
      {settings?.trouble && <Trouble trouble={settings.trouble} />}
    </FormSection>
  )
}

function Trouble({ trouble }: { trouble: NonNullable<ArchivingSettings['trouble']> }) {
  const { problem, answer, at, since, pausedUntil } = trouble
  const waits = pausedUntil !== undefined && new Date(pausedUntil) > useNow()
  return (
    <Alert color="red" title={archiveProblemWords[problem]}>
      {answer && (
        <p>
          The server said: <bdi>{answer}</bdi>
        </p>
      )}
      <p>
        The server has accepted no email since <DateTime at={since} />. The last attempt failed at{' '}
        <DateTime at={at} />.{' '}
        {waits && (
          <>
            Nothing is sent before <DateTime at={pausedUntil} />.{' '}
          </>
        )}
        The emails wait; none is lost.
      </p>
    </Alert>
  )
}
