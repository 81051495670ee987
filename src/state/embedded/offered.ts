// Whether the page offers the wallet by e-mail.
import type { Config } from '../../config/types.js'

/** `features.email` is on where there is a frame, unless the page switches it off. */
export const offersEmail = ({ services, features }: Config): boolean => services.frame !== undefined && features.email !== false
