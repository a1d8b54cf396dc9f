import { IconArrowRight } from '@tabler/icons-react'
import { Mark } from '@verbatim/ui/frame/Mark.tsx'
import classes from './SingleSignOn.module.css'

interface SignInPreviewProps {
  isOffered: boolean
  /** The name of the own provider, as far as it is written; undefined without one. */
  provider: string | undefined
}

/** A drawing of the sign-in page with the button, and of the page that it opens. */
export function SignInPreview({ isOffered, provider }: SignInPreviewProps) {
  return (
    <figure className={classes.preview} data-offered={isOffered || undefined}>
      <div className={classes.pages} aria-hidden>
        <div className={classes.page}>
          <span className={classes.pageName}>Verbatim’s sign-in page</span>
          <Mark size={16} />
          <span className={classes.line} />
          <span className={classes.line} />
          <span className={classes.submit} />
          <span className={classes.button} data-new>
            Sign in with single sign-on
          </span>
        </div>
        <IconArrowRight size={18} className={classes.arrow} />
        <div className={classes.page}>
          <span className={classes.pageName}>The page it opens</span>
          <Mark size={16} />
          {provider !== undefined && (
            <span className={classes.button} data-new>
              Continue with {provider.trim() || 'your provider'}
            </span>
          )}
          <span className={classes.line} />
          <span className={classes.line} />
          <span className={classes.submit} />
        </div>
      </div>
      <figcaption className={classes.caption}>{captionOf(isOffered, provider)}</figcaption>
    </figure>
  )
}

function captionOf(isOffered: boolean, provider: string | undefined): string {
  const page =
    provider === undefined
      ? 'a page that asks for the password'
      : `a page with “Continue with ${provider.trim() || 'your provider'}”`
  return isOffered
    ? `The sign-in page has a button “Sign in with single sign-on”. It opens ${page}.`
    : `The sign-in page would have a button “Sign in with single sign-on”, which opens ${page}. The button isn’t shown yet.`
}
