import type { Translation } from '../catalogue.js'
import type en from '../en/nfts.js'

export default {} satisfies Translation<typeof en>
