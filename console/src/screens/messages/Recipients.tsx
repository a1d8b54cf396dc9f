import { Title } from '@mantine/core'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { Breakable } from '@verbatim/ui/Breakable.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import classes from './Recipients.module.css'

const lines = [
  ['to', 'To'],
  ['cc', 'Cc'],
  ['bcc', 'Bcc'],
  ['recipient', 'Delivered to'],
] as const

/** The recipients of a mail, and how each was addressed. */
export function Recipients({ message: { recipients } }: { message: ThreadMessage }) {
  const known = lines.flatMap(([addressing, label]) => {
    const those = recipients.filter((recipient) => recipient.addressing === addressing)
    return those.length > 0 ? [{ label, those }] : []
  })
  if (known.length === 0) return
  return (
    <section>
      <Title order={2} className={classes.title}>
        Recipients
      </Title>
      <dl className={classes.lines}>
        {known.map(({ label, those }) => (
          <div key={label}>
            <dt>{label}</dt>
            {those.map(({ name, address }) => (
              <dd key={address}>
                <bdi>{name}</bdi>
                {name !== address && (
                  <bdi className={classes.address}>
                    <Breakable text={addressText(address)} />
                  </bdi>
                )}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
