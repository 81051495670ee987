// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Movable, Balances} from "./Tokens.sol";

// Pools of two tokens with a constant product and a fee of 0.3 %, with the public interface of Uniswap v2.

interface IToken {
    function balanceOf(address owner) external view returns (uint256);
}

/// The ends of tokens that return true and of those that return nothing.
library Pay {
    function send(address token, address to, uint256 value) internal {
        _check(token, abi.encodeWithSignature("transfer(address,uint256)", to, value));
    }

    function pull(address token, address from, address to, uint256 value) internal {
        _check(token, abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, value));
    }

    function _check(address token, bytes memory callData) private {
        (bool success, bytes memory answer) = token.call(callData);
        require(success && (answer.length == 0 || abi.decode(answer, (bool))), "Exchange: token transfer failed");
    }
}

/// One pool; itself a token, which stands for shares in it.
contract ExchangePair is Movable {
    /// Shares that nobody ever gets, so that the first provider cannot make one share worth a fortune.
    uint256 public constant MINIMUM_LIQUIDITY = 1000;

    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    uint256 public totalSupply;

    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private updatedAt;
    bool private busy;

    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    modifier alone() {
        require(!busy, "Exchange: busy");
        busy = true;
        _;
        busy = false;
    }

    constructor(address token0_, address token1_) Balances("Exchange share", "SHARE", 18) {
        factory = msg.sender;
        token0 = token0_;
        token1 = token1_;
    }

    function getReserves() public view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, updatedAt);
    }

    /// Shares for what was sent here beforehand.
    function mint(address to) external alone returns (uint256 shares) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0 = balance0 - reserve0;
        uint256 amount1 = balance1 - reserve1;
        if (totalSupply == 0) {
            shares = _root(amount0 * amount1) - MINIMUM_LIQUIDITY;
            _mint(address(0), MINIMUM_LIQUIDITY);
        } else {
            uint256 by0 = (amount0 * totalSupply) / reserve0;
            uint256 by1 = (amount1 * totalSupply) / reserve1;
            shares = by0 < by1 ? by0 : by1;
        }
        require(shares > 0, "Exchange: too little");
        _mint(to, shares);
        _store(balance0, balance1);
        emit Mint(msg.sender, amount0, amount1);
    }

    /// Both tokens for the shares that were sent here beforehand.
    function burn(address to) external alone returns (uint256 amount0, uint256 amount1) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 shares = balanceOf[address(this)];
        amount0 = (shares * balance0) / totalSupply;
        amount1 = (shares * balance1) / totalSupply;
        require(amount0 > 0 && amount1 > 0, "Exchange: too little");
        balanceOf[address(this)] = 0;
        totalSupply -= shares;
        emit Transfer(address(this), address(0), shares);
        Pay.send(token0, to, amount0);
        Pay.send(token1, to, amount1);
        (balance0, balance1) = _balances();
        _store(balance0, balance1);
        emit Burn(msg.sender, amount0, amount1, to);
    }

    /// Pays out, and then demands that the product did not shrink. What goes in may be sent before or, with `callData`, meanwhile.
    function swap(uint256 out0, uint256 out1, address to, bytes calldata callData) external alone {
        require(out0 > 0 || out1 > 0, "Exchange: nothing to pay out");
        require(out0 < reserve0 && out1 < reserve1, "Exchange: not enough liquidity");
        require(to != token0 && to != token1, "Exchange: wrong receiver");
        if (out0 > 0) Pay.send(token0, to, out0);
        if (out1 > 0) Pay.send(token1, to, out1);
        if (callData.length > 0) ISwapReceiver(to).uniswapV2Call(msg.sender, out0, out1, callData);
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 in0 = balance0 > reserve0 - out0 ? balance0 - (reserve0 - out0) : 0;
        uint256 in1 = balance1 > reserve1 - out1 ? balance1 - (reserve1 - out1) : 0;
        require(in0 > 0 || in1 > 0, "Exchange: nothing was paid in");
        uint256 product = (balance0 * 1000 - in0 * 3) * (balance1 * 1000 - in1 * 3);
        require(product >= uint256(reserve0) * reserve1 * 1_000_000, "Exchange: paid in too little");
        _store(balance0, balance1);
        emit Swap(msg.sender, in0, in1, out0, out1, to);
    }

    /// Hands out what was sent here without a purpose.
    function skim(address to) external alone {
        (uint256 balance0, uint256 balance1) = _balances();
        Pay.send(token0, to, balance0 - reserve0);
        Pay.send(token1, to, balance1 - reserve1);
    }

    /// Takes what was sent here without a purpose into the pool.
    function sync() external alone {
        (uint256 balance0, uint256 balance1) = _balances();
        _store(balance0, balance1);
    }

    function _mint(address to, uint256 value) private {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _balances() private view returns (uint256, uint256) {
        return (IToken(token0).balanceOf(address(this)), IToken(token1).balanceOf(address(this)));
    }

    function _store(uint256 balance0, uint256 balance1) private {
        require(balance0 <= type(uint112).max && balance1 <= type(uint112).max, "Exchange: too much");
        reserve0 = uint112(balance0);
        reserve1 = uint112(balance1);
        updatedAt = uint32(block.timestamp);
        emit Sync(reserve0, reserve1);
    }

    /// Whole square root, after Heron.
    function _root(uint256 square) private pure returns (uint256 root) {
        if (square == 0) return 0;
        root = square;
        uint256 next = square / 2 + 1;
        while (next < root) {
            root = next;
            next = (square / next + next) / 2;
        }
    }
}

interface ISwapReceiver {
    function uniswapV2Call(address sender, uint256 amount0, uint256 amount1, bytes calldata callData) external;
}

/// Makes and finds the pools.
contract ExchangeFactory {
    mapping(address => mapping(address => address)) public getPair;
    address[] public allPairs;

    event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count);

    function allPairsLength() external view returns (uint256) {
        return allPairs.length;
    }

    function createPair(address tokenA, address tokenB) external returns (address pair) {
        require(tokenA != tokenB, "Exchange: one token twice");
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        require(token0 != address(0), "Exchange: no token");
        require(getPair[token0][token1] == address(0), "Exchange: pool exists");
        pair = address(new ExchangePair(token0, token1));
        getPair[token0][token1] = pair;
        getPair[token1][token0] = pair;
        allPairs.push(pair);
        emit PairCreated(token0, token1, pair, allPairs.length);
    }
}
