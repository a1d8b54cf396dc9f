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

/** Draws a link: the application gives a component that knows its router, and must keep it a real `<a href>`. */
export type LinkComponent = ComponentType<LinkProps>

function PlainLink(props: LinkProps) {
  return <a {...props} />
}

const LinkContext = createContext<LinkComponent>(PlainLink)

export const LinkProvider = LinkContext.Provider

/** A link without a style, rendered by the application's router. */
export function Link(props: LinkProps) {
  return createElement(useContext(LinkContext), props)
}

/** A link that looks like one. */
export function TextLink(props: LinkProps) {
  return <Anchor component={Link} inherit {...props} />
}
