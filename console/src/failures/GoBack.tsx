import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { TextLink } from '@verbatim/ui/Link.tsx'

/** The way back to the previous page, or to the main page without one. */
export function GoBack() {
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <TextLink
      href="/"
      onClick={(event) => {
        if (!canGoBack) return
        event.preventDefault()
        history.back()
      }}
    >
      Go back
    </TextLink>
  )
}
