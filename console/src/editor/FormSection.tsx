import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './FormSection.module.css'

interface FormSectionProps {
  /** Also its place in the address: `/organization/profile#profile-general`. */
  id: string
  title: string
  /** What is set here. */
  hint?: ReactNode
  children: ReactNode
}

/** A part of a page's form: its name and what it is for, and beside them its fields. */
export function FormSection({ id, title, hint, children }: FormSectionProps) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}
