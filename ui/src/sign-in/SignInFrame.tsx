import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Mark } from '#frame/Mark.tsx'
import { Specimen } from './Specimen.tsx'
import classes from './SignInFrame.module.css'

interface SignInFrameProps {
  /** The organization that the user signs in to. */
  organization: string
  /** Its logo, instead of ours. */
  logo?: { readonly url: string; readonly width: number; readonly height: number } | undefined
  title: string
  /** For people who do not sign in: without the piece of the product. */
  isAlone?: boolean
  children: ReactNode
}

/** The frame around each step of signing in: the step, and beside it a piece of the product. */
export function SignInFrame({ organization, logo, title, isAlone = false, children }: SignInFrameProps) {
  return (
    <div className={classes.page} data-alone={isAlone || undefined}>
      <main className={classes.form}>
        <div className={classes.brand}>
          {logo ? (
            <img className={classes.logo} src={logo.url} alt="" width={logo.width} height={logo.height} />
          ) : (
            <>
              <Mark size={28} />
              <span>Verbatim</span>
            </>
          )}
        </div>
        <div className={classes.step}>
          <div>
            <Title order={1} className={classes.title}>
              {title}
            </Title>
            <p className={classes.organization} dir="auto">
              {organization}
            </p>
          </div>
          {children}
        </div>
      </main>
      {!isAlone && <Specimen />}
    </div>
  )
}
