import type { Translation } from '../catalogue.js'
import type en from '../en/swap.js'

export default {} satisfies Translation<typeof en>
