import type { ReactNode } from 'react'
import classes from './Drawing.module.css'

/** Line drawings for what is not there, each around the line that marks evidence. */
export type DrawingName = 'sheet' | 'thread' | 'people' | 'lens'

const drawings: Readonly<Record<DrawingName, ReactNode>> = {
  sheet: (
    <>
      <path d="M38 5h34l12 12v54a4 4 0 0 1-4 4H38a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4Z" />
      <path d="M72 5v12h12M44 30h30M44 42h14M44 61h20" />
      <path d="M63 42h11" className={classes.word} />
      <path d="M63 48h11" className={classes.evidence} />
    </>
  ),
  thread: (
    <>
      <path d="M20 8h46a8 8 0 0 1 8 8v8a8 8 0 0 1-8 8H14V14a6 6 0 0 1 6-6Z" />
      <path d="M24 20h28" />
      <path d="M54 42h46a6 6 0 0 1 6 6v26H54a8 8 0 0 1-8-8V50a8 8 0 0 1 8-8Z" />
      <path d="M57 56h12" />
      <path d="M74 56h20" className={classes.word} />
      <path d="M74 63h20" className={classes.evidence} />
    </>
  ),
  people: (
    <>
      <rect x="20" y="6" width="80" height="30" rx="6" />
      <circle cx="36" cy="21" r="7" />
      <path d="M50 21h34" />
      <rect x="20" y="44" width="80" height="30" rx="6" />
      <circle cx="36" cy="59" r="7" />
      <path d="M50 57h26" className={classes.word} />
      <path d="M50 64h26" className={classes.evidence} />
    </>
  ),
  lens: (
    <>
      <path d="M22 16h32M22 30h18M22 44h14M22 58h22" />
      <circle cx="68" cy="38" r="22" />
      <path d="m84 54 14 14" />
      <path d="M57 36h22" />
      <path d="M57 43h22" className={classes.none} />
    </>
  ),
}

export function Drawing({ of }: { of: DrawingName }) {
  return (
    <svg className={classes.drawing} width="120" height="80" viewBox="0 0 120 80" aria-hidden>
      {drawings[of]}
    </svg>
  )
}
