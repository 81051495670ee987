// The NFTs of an account.

export default {}
