import { Alert } from '@mantine/core'
import { archiveProblemWords, type ArchivingSettings } from '@verbatim/contract/archiving.ts'
import { useNow } from '@verbatim/ui/clock.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { FormSection } from '#editor/FormSection.tsx'

const stateWords: Record<ArchivingSettings['mode'], string> = {
  off: 'Off. No mail is queued or sent.',
  on: 'On. Each message, edit, deletion and reaction is sent as a mail.',
  paused: 'Paused. Mails are queued and wait; none is sent.',
}

/** Whether mails are sent, and what is wrong with the receiver. */
export function ArchivingState({ settings }: { settings: ArchivingSettings | undefined }) {
  return (
    <FormSection
      id="archiving-state"
      title="State"
      hint="An archive outside of Verbatim gets a mail for everything that is captured."
    >
      <Facts
        facts={[
          ['Archiving', stateWords[settings?.mode ?? 'off']],
          ['Archived since', settings?.startedAt && <DateTime at={settings.startedAt} />],
        ]}
      />
      {settings?.trouble && <Trouble trouble={settings.trouble} />}
    </FormSection>
  )
}

function Trouble({ trouble }: { trouble: NonNullable<ArchivingSettings['trouble']> }) {
  const { problem, answer, at, pausedUntil } = trouble
  const waits = pausedUntil !== undefined && new Date(pausedUntil) > useNow()
  return (
    <Alert color="red" title={archiveProblemWords[problem]}>
      {answer && (
        <p>
          The server said: <bdi>{answer}</bdi>
        </p>
      )}
      <p>
        This happened at <DateTime at={at} />.{' '}
        {waits && (
          <>
            Nothing is sent before <DateTime at={pausedUntil} />.{' '}
          </>
        )}
        The mails wait; none is lost.
      </p>
    </Alert>
  )
}
