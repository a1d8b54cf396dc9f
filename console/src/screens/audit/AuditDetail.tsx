import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { countsLine, fieldText } from '@verbatim/contract/audit-words.ts'
import { Differences } from '@verbatim/ui/Differences.tsx'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { PersonName } from '#thread/PersonName.tsx'
import { actionsHref } from './actions-href.ts'
import classes from './AuditDetail.module.css'

/** All details of one event: the differences, and the origin of the request. */
export function AuditDetail({ event }: { event: AuditEvent }) {
  const { actor, target, changes, counts, requestId, address, agent } = event
  return (
    <div className={classes.detail}>
      {changes.length > 0 && <Differences changes={changes} />}
      <Facts
        facts={[
          ['Counts', countsLine(counts)],
          [
            'User',
            actor.id ? (
              <>
                <PersonName person={{ name: actor.name, userId: actor.id }} /> ·{' '}
                <TextLink href={actionsHref('user', actor.id)}>All actions by this person</TextLink>
              </>
            ) : (
              actor.name
            ),
          ],
          [
            'Target',
            target && (
              <TextLink href={actionsHref('target', target.id)}>
                All actions on{' '}
                <bdi>{target.name ?? `${fieldText(target.kind).toLowerCase()} ${target.id}`}</bdi>
              </TextLink>
            ),
          ],
          ['IP address', address],
          ['Agent', agent],
          ['Request ID', requestId && <RequestId id={requestId} />],
        ]}
      />
    </div>
  )
}

function RequestId({ id }: { id: string }) {
  return (
    <span className={classes.request}>
      <code>{id}</code>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="compact-xs"
            leftSection={copied ? <IconCheck size={12} aria-hidden /> : <IconCopy size={12} aria-hidden />}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy request ID'}
          </Button>
        )}
      </CopyButton>
    </span>
  )
}
