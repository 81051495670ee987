// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// The devnet's ERC-20 tokens: a plain one, one that takes signed permits, one as careless as some old ones, and wrapped Ether.
// Anyone may mint: a devnet has nothing to protect.

/// Who has how much, and who may take how much of it. What the outside sees of it is up to the token.
abstract contract Balances {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function _approve(address owner, address spender, uint256 value) internal {
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    /// The greatest number stands for "for ever" and is not counted down.
    function _spend(address owner, address spender, uint256 value) internal {
        uint256 allowed = allowance[owner][spender];
        if (allowed == type(uint256).max) return;
        require(allowed >= value, "Token: allowance too low");
        allowance[owner][spender] = allowed - value;
    }

    function _move(address from, address to, uint256 value) internal {
        require(to != address(0), "Token: no receiver");
        require(balanceOf[from] >= value, "Token: balance too low");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// Tokens that come from nothing.
abstract contract Mintable is Balances {
    uint256 public totalSupply;

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function _mint(address to, uint256 value) internal {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }
}

/// The methods that move them, as ERC-20 has them.
abstract contract Movable is Balances {
    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (from != msg.sender) _spend(from, msg.sender, value);
        _move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }
}

/// ERC-20.
contract Token is Mintable, Movable {
    constructor(string memory name_, string memory symbol_, uint8 decimals_) Balances(name_, symbol_, decimals_) {}
}

/// ERC-20 with EIP-2612: an approval by signature.
contract PermitToken is Token {
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    string public constant version = "1";
    mapping(address => uint256) public nonces;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) Token(name_, symbol_, decimals_) {}

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return
            keccak256(
                abi.encode(DOMAIN_TYPEHASH, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this))
            );
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= deadline, "PermitToken: expired");
        bytes32 content = keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), content));
        address signer = ecrecover(digest, v, r, s);
        require(signer != address(0) && signer == owner, "PermitToken: wrong signature");
        _approve(owner, spender, value);
    }
}

/// Wrapped Ether: what is sent here comes back as a token, one to one.
contract WrappedNative is Movable {
    event Deposit(address indexed to, uint256 value);
    event Withdrawal(address indexed from, uint256 value);

    constructor() Balances("Wrapped Ether", "WETH", 18) {}

    receive() external payable {
        deposit();
    }

    function totalSupply() external view returns (uint256) {
        return address(this).balance;
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        require(balanceOf[msg.sender] >= value, "WETH: balance too low");
        balanceOf[msg.sender] -= value;
        emit Withdrawal(msg.sender, value);
        (bool sent, ) = msg.sender.call{value: value}("");
        require(sent, "WETH: refused");
    }
}

/// Nearly ERC-20, as some old and much used tokens are: nothing is returned, and an approval changes only by way of zero.
contract OldToken is Mintable {
    constructor(string memory name_, string memory symbol_, uint8 decimals_) Balances(name_, symbol_, decimals_) {}

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        _spend(from, msg.sender, value);
        _move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0);
        _approve(msg.sender, spender, value);
    }
}
