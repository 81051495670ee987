// All English words by feature, for types, checks and tests. What is shown is fetched feature by feature.
import account from './account.js'
import connecting from './connecting.js'
import errors from './errors.js'
import first from './first.js'
import networks from './networks.js'
import shell from './shell.js'
import wallets from './wallets.js'

export default { first, shell, connecting, wallets, account, networks, errors }
