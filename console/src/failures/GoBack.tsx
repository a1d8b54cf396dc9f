import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { TextLink } from '@verbatim/ui/Link.tsx'

/** A button back to the previous page or, without one, to the main page. */
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
