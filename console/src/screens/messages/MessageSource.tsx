import { ActionIcon, Code, CopyButton, Table } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { MessageDetails, SourceRecord } from '@verbatim/contract/messages.ts'
import { sizeText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { Facts } from '@verbatim/ui/Facts.tsx'
import classes from './MessageSource.module.css'

const brought: Record<SourceRecord['brought'], string> = {
  message: 'The message',
  revision: 'Another text',
  event: 'What happened to it',
}

const transports: Record<string, string> = { webhook: 'Webhook', smtp: 'Mail (SMTP)' }

/** What an examiner compares: the channel's own ids, and the records as received, with their digests. */
export function MessageSource({ message }: { message: MessageDetails }) {
  return (
    <div className={classes.source}>
      <Facts
        facts={[
          ['Channel’s message ID', <Id key="key" value={message.messageKey} />],
          ['Channel’s thread', <Id key="thread" value={message.conversationKey} />],
          ['Message ID', <Id key="id" value={message.id} />],
          ['Conversation ID', <Id key="conversation" value={message.conversationId} />],
        ]}
      />
      {message.records.length > 0 && <Records records={message.records} />}
    </div>
  )
}

function Records({ records }: { records: readonly SourceRecord[] }) {
  return (
    <Table.ScrollContainer minWidth={560} scrollAreaProps={{ type: 'auto' }}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Record</Table.Th>
            <Table.Th>Received</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th>Size</Table.Th>
            <Table.Th>SHA-256 of the bytes as received</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map((record) => (
            <Table.Tr key={record.id}>
              <Table.Td>{brought[record.brought]}</Table.Td>
              <Table.Td>
                <DateTime at={record.receivedAt} />
              </Table.Td>
              <Table.Td>{transports[record.transport] ?? record.transport}</Table.Td>
              <Table.Td>{sizeText(record.sizeBytes)}</Table.Td>
              <Table.Td>
                <Id value={record.sha256} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** Something to be compared letter by letter, or copied. */
function Id({ value }: { value: string }) {
  return (
    <span className={classes.id}>
      <Code>{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon size="sm" aria-label={copied ? 'Copied' : `Copy ${value.slice(0, 12)}`} onClick={copy}>
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  )
}
