import CMalloc
import Foundation

/// The memory that the C library gives to all allocations of the process.
package enum HeapMemory {
    /// Keeps freed memory for later allocations, up to a quarter of a gigabyte, instead of returning it to the system, and asks for large
    /// pages.
    ///
    /// Batches of samples are large arrays that live for milliseconds. Otherwise, the system would clear the pages of each again, which
    /// took a fifth of the processor time of an import.
    package static func keepFreed() {
        #if os(Linux)
        mallopt(M_MMAP_THRESHOLD, 32 << 20)
        mallopt(M_TRIM_THRESHOLD, 256 << 20)
        useLargePages()
        #endif
    }

    #if os(Linux)
    /// The part of the heap with large pages, in bytes. Only what is used takes memory. A larger block would not be in the heap.
    private static let largePart = 30 << 20

    /// Makes the first part of the heap from pages of two megabytes, if the system has them. A short query uses 6 MB, which would be 1,600
    /// interruptions with small pages.
    private static func useLargePages() {
        guard let block = unsafe malloc(largePart) else { return }
        let start = unsafe block.alignedUp(toMultipleOf: 2 << 20)
        let gap = unsafe start - block
        _ = unsafe madvise(start, largePart - gap, MADV_HUGEPAGE)
        unsafe free(block)
        // A block that is never used takes the place up to the first large page. Asking for its size keeps the compiler from removing it.
        if gap > 64 { _ = unsafe malloc_usable_size(malloc(gap - 64)) }
    }
    #endif

    /// Returns freed memory to the system. Otherwise, threads keep what they freed, and other threads do not use it.
    package static func giveBack() {
        #if os(Linux)
        malloc_trim(0)
        #endif
    }
}
