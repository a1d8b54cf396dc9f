import type { Message } from '@verbatim/contract/messages.ts'
import { Highlighted } from '@verbatim/ui/Highlighted.tsx'
import { contentWord } from '@verbatim/ui/message-words.ts'
import classes from './MessagePreview.module.css'

/** What two lines of a row can hold. */
const excerptLength = 220

/** What a row shows of a message's words, around what was searched for. */
export function MessagePreview({ message }: { message: Message }) {
  const { subject, body, bodyStart, highlights, contentType, isDeleted, isEdited } = message
  return (
    <>
      {isDeleted && <span className={classes.deleted}>Deleted · </span>}
      {isEdited && !isDeleted && <span className={classes.aside}>Edited · </span>}
      {subject && (
        <>
          <b className={classes.subject}>
            <Highlighted text={subject} excerpt={excerptLength} />
          </b>{' '}
        </>
      )}
      {body === null ? (
        <i className={classes.aside}>{contentWord(contentType)}</i>
      ) : (
        <>
          {bodyStart > 0 && '… '}
          <Highlighted text={body} ranges={highlights} excerpt={excerptLength} />
        </>
      )}
    </>
  )
}
