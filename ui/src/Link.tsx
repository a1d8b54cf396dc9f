import { Anchor } from '@mantine/core'
import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  createElement,
  type Ref,
  useContext,
} from 'react'

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  ref?: Ref<HTMLAnchorElement>
}

/** Renders a link. The application provides a component that uses its router and must be a real `<a href>`. */
type LinkComponent = ComponentType<LinkProps>

function PlainLink(props: LinkProps) {
  return <a {...props} />
}

const LinkContext = createContext<LinkComponent>(PlainLink)

export const LinkProvider = LinkContext.Provider

/** A link without a style, rendered by the application's router. */
export function Link(props: LinkProps) {
  return createElement(useContext(LinkContext), props)
}

/** A link with the usual style. */
export function TextLink(props: LinkProps) {
  return <Anchor component={Link} inherit {...props} />
}
