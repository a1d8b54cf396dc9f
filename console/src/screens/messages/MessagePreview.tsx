import type { Message } from '@verbatim/contract/messages.ts'
import { Highlighted } from '@verbatim/ui/Highlighted.tsx'
import { contentWord } from '@verbatim/contract/content-words.ts'
import classes from './MessagePreview.module.css'

/** The longest text for two lines of a wide row. */
const excerptLength = 320
/** How much text is shown before the first match, so that it is visible on a narrow screen; less if a subject takes a line. */
const lead = { plain: 24, belowSubject: 10 }

/** The part of a message's text in a row, around the matches. */
export function MessagePreview({ message }: { message: Message }) {
  const {
    subject,
    body,
    bodyStart,
    highlights,
    subjectHighlights,
    contentType,
    isDeleted,
    isEdited,
    isFoundInside,
  } = message
  return (
    <>
      {isDeleted && <span className={classes.deleted}>Deleted · </span>}
      {isFoundInside && <span className={classes.aside}>In an attachment or another text · </span>}
      {isEdited && !isDeleted && <span className={classes.aside}>Edited · </span>}
      {subject && (
        <>
          <b className={classes.subject} data-lone={highlights.length > 0 || undefined}>
            <Highlighted
              text={subject}
              ranges={subjectHighlights}
              excerpt={excerptLength}
              lead={lead.plain}
            />
          </b>{' '}
        </>
      )}
      {body === null ? (
        <i className={classes.aside}>{contentWord(contentType)}</i>
      ) : (
        <span className={classes.body}>
          {bodyStart > 0 && '… '}
          <Highlighted
            text={body}
            ranges={highlights}
            excerpt={excerptLength}
            lead={subject ? lead.belowSubject : lead.plain}
          />
        </span>
      )}
    </>
  )
}
