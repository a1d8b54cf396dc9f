import { ActionIcon, Code, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { MessageDetails, SourceRecord } from '@verbatim/contract/messages.ts'
import { sizeText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { Facts } from '@verbatim/ui/Facts.tsx'
import classes from './MessageSource.module.css'

const brought: Record<SourceRecord['brought'], string> = {
  message: 'The message',
  revision: 'Another text',
  event: 'A later event',
}

const transports: Record<string, string> = {
  webhook: 'Webhook',
  smtp: 'Email (SMTP)',
  poll: 'Polling',
  list: 'Provider’s list',
  socket: 'Socket',
  history: 'History',
}

/** The data for an examiner: the channel's own IDs, and the records as received, with their hashes. */
export function MessageSource({ message }: { message: MessageDetails }) {
  return (
    <div className={classes.source}>
      <Facts
        facts={[
          // Hidden with the people: they often hold addresses.
          ['Channel’s message ID', message.messageKey && <Id key="key" value={message.messageKey} />],
          [
            'Channel’s thread',
            message.conversationKey && <Id key="thread" value={message.conversationKey} />,
          ],
          ['Message ID', <Id key="id" value={message.id} />],
          ['Conversation ID', <Id key="conversation" value={message.conversationId} />],
        ]}
      />
      {message.records.length > 0 && <Records records={message.records} />}
    </div>
  )
}

/** The records, each with its contents and the hash of its bytes as received. */
function Records({ records }: { records: readonly SourceRecord[] }) {
  return (
    <ul className={classes.records} aria-label="Records">
      {records.map((record) => (
        <li key={record.id}>
          <div className={classes.record}>
            <b>{brought[record.brought]}</b>
            <DateTime at={record.receivedAt} />
            <span>{transports[record.transport] ?? record.transport}</span>
            <span>{sizeText(record.sizeBytes)} as received</span>
          </div>
          <span className={classes.digest}>SHA-256</span> <Id value={record.sha256} />
        </li>
      ))}
    </ul>
  )
}

/** A value for comparing letter by letter, or copying. */
function Id({ value }: { value: string }) {
  return (
    <span className={classes.id}>
      <Code>{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon size={24} aria-label={copied ? 'Copied' : `Copy ${value.slice(0, 12)}`} onClick={copy}>
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  )
}
