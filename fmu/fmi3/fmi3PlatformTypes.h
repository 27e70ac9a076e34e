/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmi3PlatformTypes.h - the types of the FMI 3.0 C interface.
 *
 * Our own declarations after section 2.2 of the FMI 3.0.1 specification, under the names of the
 * standard's files, which can be used instead: -D FMI3_INCLUDE_DIR=...
 */
#ifndef fmi3PlatformTypes_h
#define fmi3PlatformTypes_h

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void*           fmi3Instance;
typedef void*           fmi3InstanceEnvironment;
typedef void*           fmi3FMUState;
typedef uint32_t        fmi3ValueReference;
typedef float           fmi3Float32;
typedef double          fmi3Float64;
typedef int8_t          fmi3Int8;
typedef uint8_t         fmi3UInt8;
typedef int16_t         fmi3Int16;
typedef uint16_t        fmi3UInt16;
typedef int32_t         fmi3Int32;
typedef uint32_t        fmi3UInt32;
typedef int64_t         fmi3Int64;
typedef uint64_t        fmi3UInt64;
typedef bool            fmi3Boolean;
typedef char            fmi3Char;
typedef const fmi3Char* fmi3String;
typedef uint8_t         fmi3Byte;
typedef const fmi3Byte* fmi3Binary;
typedef bool            fmi3Clock;

#define fmi3True true
#define fmi3False false
#define fmi3ClockActive true
#define fmi3ClockInactive false

#endif
