import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ConversationSummary } from '@verbatim/contract/conversations.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { dateText, numberText } from '@verbatim/ui/dates.ts'
import { Highlighted } from '@verbatim/ui/Highlighted.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import { useOverviewAddress, useOverviewHref } from './overview-address.ts'
import { Loaded } from '#failures/Loaded.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { summaryQuery } from './queries.ts'
import classes from './Summary.module.css'
import type { SummarySentence } from './use-thread.ts'

interface SummaryProps {
  id: string
  onFollow: (sentence: SummarySentence) => void
}

/** The conversation in a few of its own sentences, each a link to its message. */
export function Summary({ id, onFollow }: SummaryProps) {
  return (
    <Loaded of={useQuery(summaryQuery(useApi(), id))} pending={<SummarySkeleton />} inline>
      {(data) => <Sentences id={id} summary={data} onFollow={onFollow} />}
    </Loaded>
  )
}

function Sentences({ id, summary, onFollow }: SummaryProps & { summary: ConversationSummary }) {
  if (summary.sentences.length === 0) return <Text c="dimmed">There is too little text to summarize.</Text>
  return (
    <>
      <ol className={classes.sentences}>
        {summary.sentences.map((sentence) => (
          <li key={`${sentence.messageId} ${sentence.start}`}>
            <SentenceLink id={id} sentence={sentence} onFollow={onFollow} />
          </li>
        ))}
      </ol>
      <p className={classes.method}>{methodText(summary)}</p>
    </>
  )
}

function SentenceLink({ id, sentence, onFollow }: SummaryProps & { sentence: SummarySentence }) {
  const { messageId, from, postedAt, text } = sentence
  const { at, put } = useOverviewAddress()
  const href = useOverviewHref()
  return (
    <Link
      href={href(id, messageId)}
      className={classes.sentence}
      aria-current={at === messageId || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        put({ at: messageId, find: undefined })
        onFollow(sentence)
      }}
    >
      <Highlighted text={text} />
      <span className={classes.by}>
        <bdi>{from}</bdi> · {dateText(postedAt)}
      </span>
    </Link>
  )
}

/** Explains how it was made: it consists only of quotes. */
function methodText({ sentences, messagesRead, messageCount }: ConversationSummary): string {
  const sources = new Set(sentences.map(({ messageId }) => messageId)).size
  const read =
    messagesRead < messageCount
      ? `the newest ${numberText(messagesRead)} of ${counted(messageCount, 'message')}`
      : messageCount === 1
        ? 'its one message'
        : `all ${numberText(messageCount)} messages`
  return `Quoted word for word from ${sources === 1 ? 'this message' : `these ${sources} messages`}. Selected from ${read}.`
}

function SummarySkeleton() {
  return (
    <div className={classes.sentences} aria-hidden>
      <Skeleton height={64} />
      <Skeleton height={48} />
      <Skeleton height={64} />
    </div>
  )
}
