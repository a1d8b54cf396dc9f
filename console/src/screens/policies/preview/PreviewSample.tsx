import { Text, Title } from '@mantine/core'
import { ChannelBadge } from '@verbatim/ui/Badge.tsx'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { Highlighted } from '@verbatim/ui/Highlighted.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { readable } from '@verbatim/ui/readable.ts'
import type { Preview } from './PreviewResult.tsx'
import classes from './PreviewSample.module.css'

interface PreviewSampleProps {
  sample: Preview['sample']
  matched: number
  labels: readonly string[]
}

/** Some of the messages that would have been raised, newest first, with their evidence. */
export function PreviewSample({ sample, matched, labels }: PreviewSampleProps) {
  if (sample.length === 0) return
  return (
    <div>
      <Title order={4} mb={4}>
        {sample.length < matched ? `The newest ${sample.length}` : 'All of them'}
      </Title>
      <ul className={classes.sample}>
        {sample.map(({ messageId, channel, postedAt, from, excerpt, marks, rules }) => (
          <li key={messageId} className={classes.message}>
            <div className={classes.head}>
              <bdi className={classes.from}>{readable(from)}</bdi>
              <ChannelBadge channel={channel} />
            </div>
            <Highlighted
              text={excerpt}
              ranges={marks.map(([start, end]) => ({ start, end, tone: 'evidence' }))}
            />
            <div className={classes.foot}>
              <Text span size="xs" c="dimmed">
                <DateTime at={postedAt} />
                {labels.length > 1 && ` · ${rules.map((rule) => labels[rule]).join(', ')}`}
              </Text>
              {/* In a new tab, so that the input is kept. */}
              <TextLink
                href={`/messages/${messageId}`}
                target="_blank"
                rel="noreferrer"
                aria-label={`Open the message of ${readable(from)} in a new tab`}
              >
                Open
              </TextLink>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
