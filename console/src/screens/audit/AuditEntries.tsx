import { Button } from '@mantine/core'
import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { auditSentence } from '@verbatim/contract/audit-words.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { useState } from 'react'
import { auditLine, isListing } from './audit-lines.ts'
import { AuditDetail } from './AuditDetail.tsx'
import classes from './AuditEntries.module.css'
import { AuditWords } from './AuditWords.tsx'

/** The entries of a folded row, one by one. */
export function AuditEntries({ entries }: { entries: readonly AuditEvent[] }) {
  return (
    <ul className={classes.entries} aria-label="Entries">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ul>
  )
}

function Entry({ entry }: { entry: AuditEvent }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={classes.entry}>
      <span className={classes.time}>
        <DateTime at={entry.at} show="time" />
      </span>
      <div className={classes.words}>
        <AuditWords event={entry} />
        {(!isOpen || isListing(entry.type)) && <div className={classes.changes}>{auditLine(entry)}</div>}
        {isOpen && <AuditDetail event={entry} />}
      </div>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-expanded={isOpen}
        aria-label={`Details: ${auditSentence(entry)}`}
        onClick={() => setOpen(!isOpen)}
      >
        Details
      </Button>
    </li>
  )
}
