import classes from './NoFace.module.css'

/** In a column of people, what has no person: an empty circle in place of a face, and its name. */
export const NoFace = ({ name }: { name: string }) => <span className={classes.named}>{name}</span>
